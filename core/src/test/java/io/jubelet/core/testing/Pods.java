package io.jubelet.core.testing;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.core.desired.DesiredPod;
import java.util.function.Consumer;

/// A pod as a test wants it: `pod("web").containers("app", "log").restart("Never").build()`.
public final class Pods {
    private final Pod.Builder pod = Pod.newBuilder();

    private Pods(String name) {
        pod.getMetadataBuilder().setName(name).setNamespace("default").setUid(name + "-uid");
        pod.getSpecBuilder()
                .setRestartPolicy("Always")
                .setTerminationGracePeriodSeconds(30)
                .setDnsPolicy("ClusterFirst");
    }

    public static Pods pod(String name) {
        return new Pods(name);
    }

    public Pods restart(String policy) {
        pod.getSpecBuilder().setRestartPolicy(policy);
        return this;
    }

    public Pods containers(String... names) {
        for (var name : names) {
            pod.getSpecBuilder().addContainers(container(name));
        }
        return this;
    }

    public Pods initContainers(String... names) {
        for (var name : names) {
            pod.getSpecBuilder().addInitContainers(container(name));
        }
        return this;
    }

    public Pods with(Consumer<Pod.Builder> change) {
        change.accept(pod);
        return this;
    }

    public DesiredPod build() {
        return new DesiredPod(pod.build());
    }

    public static Container container(String name) {
        return Container.newBuilder()
                .setName(name)
                .setImage("registry.example/" + name + ":1")
                .setImagePullPolicy("IfNotPresent")
                .build();
    }
}
