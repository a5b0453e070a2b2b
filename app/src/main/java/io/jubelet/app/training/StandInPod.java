package io.jubelet.app.training;

import io.jubelet.api.core.ConfigMapProjection;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.ExecAction;
import io.jubelet.api.core.HTTPGetAction;
import io.jubelet.api.core.KeyToPath;
import io.jubelet.api.core.LocalObjectReference;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.Probe;
import io.jubelet.api.core.ProbeHandler;
import io.jubelet.api.core.ProjectedVolumeSource;
import io.jubelet.api.core.ServiceAccountTokenProjection;
import io.jubelet.api.core.Volume;
import io.jubelet.api.core.VolumeMount;
import io.jubelet.api.core.VolumeProjection;
import io.jubelet.api.core.VolumeSource;
import io.jubelet.api.meta.IntOrString;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.api.meta.Time;
import java.net.URI;

/// The pod that the stand-in API server has bound to the node: it has what every pod of a cluster
/// has, the token of its service account, and the probes that most have.
///
/// Thread: stateless.
public final class StandInPod {
    public static final String NODE = "training";
    public static final String NAME = "bound";
    static final String AUTHORITIES = "kube-root-ca.crt";
    private static final String TOKEN_VOLUME = "kube-api-access";
    private static final int READABLE = 0644;
    private static final long GRACE_SECONDS = 1;

    private StandInPod() {}

    /// @param answering an address that says 200, for the readiness probe
    static Pod bound(URI answering) {
        var main =
                Container.newBuilder()
                        .setName("main")
                        .setImage("example/image:1")
                        .setImagePullPolicy("IfNotPresent")
                        .setTerminationMessagePath("/dev/termination-log")
                        .setTerminationMessagePolicy("File")
                        .setReadinessProbe(
                                probe(ProbeHandler.newBuilder().setHttpGet(request(answering))))
                        .setLivenessProbe(
                                probe(
                                        ProbeHandler.newBuilder()
                                                .setExec(
                                                        ExecAction.newBuilder()
                                                                .addCommand("true"))))
                        .addVolumeMounts(
                                VolumeMount.newBuilder()
                                        .setName(TOKEN_VOLUME)
                                        .setReadOnly(true)
                                        .setMountPath("/var/run/secrets/token"));
        return Pod.newBuilder()
                .setMetadata(
                        ObjectMeta.newBuilder()
                                .setName(NAME)
                                .setNamespace("default")
                                .setUid("11111111-2222-3333-4444-555555555555")
                                .setResourceVersion("1"))
                .setSpec(
                        PodSpec.newBuilder()
                                .setNodeName(NODE)
                                .setRestartPolicy("Always")
                                .setDnsPolicy("Default")
                                .setServiceAccountName("default")
                                .setTerminationGracePeriodSeconds(GRACE_SECONDS)
                                .setEnableServiceLinks(true)
                                .addContainers(main)
                                .addVolumes(tokenVolume()))
                .build();
    }

    /// The same pod, asked to end.
    static Pod ending(Pod pod, long now) {
        var ending = pod.toBuilder();
        ending.getMetadataBuilder()
                .setDeletionTimestamp(Time.newBuilder().setSeconds(now))
                .setDeletionGracePeriodSeconds(GRACE_SECONDS);
        return ending.build();
    }

    private static Probe probe(ProbeHandler.Builder handler) {
        return Probe.newBuilder()
                .setHandler(handler)
                .setPeriodSeconds(1)
                .setTimeoutSeconds(1)
                .setSuccessThreshold(1)
                .setFailureThreshold(3)
                .build();
    }

    private static HTTPGetAction request(URI address) {
        return HTTPGetAction.newBuilder()
                .setScheme("HTTP")
                .setHost(address.getHost())
                .setPort(IntOrString.newBuilder().setIntVal(address.getPort()))
                .setPath(address.getPath())
                .build();
    }

    private static Volume tokenVolume() {
        var token =
                ServiceAccountTokenProjection.newBuilder()
                        .setExpirationSeconds(3607)
                        .setPath("token");
        var authority =
                ConfigMapProjection.newBuilder()
                        .setLocalObjectReference(
                                LocalObjectReference.newBuilder().setName(AUTHORITIES))
                        .addItems(KeyToPath.newBuilder().setKey("ca.crt").setPath("ca.crt"));
        var projected =
                ProjectedVolumeSource.newBuilder()
                        .setDefaultMode(READABLE)
                        .addSources(VolumeProjection.newBuilder().setServiceAccountToken(token))
                        .addSources(VolumeProjection.newBuilder().setConfigMap(authority));
        return Volume.newBuilder()
                .setName(TOKEN_VOLUME)
                .setVolumeSource(VolumeSource.newBuilder().setProjected(projected))
                .build();
    }
}
