package io.jubelet.e2e.bench;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.HTTPGetAction;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.Probe;
import io.jubelet.api.core.ProbeHandler;
import io.jubelet.api.meta.IntOrString;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.e2e.harness.KubeletUnderTest;

/// The pods that are measured. They are bound to the node from the beginning, so that no scheduler
/// is measured with them, and the API server gives each its token volume.
///
/// Thread: any.
final class BenchPods {
    /// Both programs end at once when they are told to.
    static final String SERVER_IMAGE = "registry.k8s.io/e2e-test-images/nginx:1.15-4";

    private static final String SLEEPER_IMAGE = "registry.k8s.io/pause:3.10.2";
    private static final int SERVER_PORT = 80;
    private static final int PROBE_PERIOD = 5;

    private BenchPods() {}

    /// One small web server with a readiness probe over HTTP.
    static Pod server(String name) {
        var get = HTTPGetAction.newBuilder().setPath("/").setPort(port());
        var probe =
                Probe.newBuilder()
                        .setHandler(ProbeHandler.newBuilder().setHttpGet(get))
                        .setPeriodSeconds(PROBE_PERIOD);
        var container =
                Container.newBuilder()
                        .setName("main")
                        .setImage(SERVER_IMAGE)
                        .setImagePullPolicy("IfNotPresent")
                        .setReadinessProbe(probe);
        return pod(name, PodSpec.newBuilder().addContainers(container).setNodeName(NODE));
    }

    private static final String NODE = KubeletUnderTest.NODE;

    /// One process that sleeps, and is not started again when it ends.
    static Pod sleeper(String name) {
        return pod(name, sleeping().setNodeName(NODE));
    }

    /// One that no node and no scheduler will look at.
    static Pod bystander(String name) {
        return pod(name, sleeping().setSchedulerName("nobody"));
    }

    private static PodSpec.Builder sleeping() {
        return PodSpec.newBuilder()
                .setRestartPolicy("Never")
                .addContainers(
                        Container.newBuilder()
                                .setName("main")
                                .setImage(SLEEPER_IMAGE)
                                .setImagePullPolicy("IfNotPresent"));
    }

    private static IntOrString port() {
        return IntOrString.newBuilder().setType(0).setIntVal(SERVER_PORT).build();
    }

    private static Pod pod(String name, PodSpec.Builder spec) {
        return Pod.newBuilder()
                .setMetadata(ObjectMeta.newBuilder().setName(name))
                .setSpec(spec)
                .build();
    }
}
