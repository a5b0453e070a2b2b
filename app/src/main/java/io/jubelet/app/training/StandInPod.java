package io.jubelet.app.training;

import io.jubelet.api.core.ConfigMapProjection;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.KeyToPath;
import io.jubelet.api.core.LocalObjectReference;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.ProjectedVolumeSource;
import io.jubelet.api.core.ServiceAccountTokenProjection;
import io.jubelet.api.core.Volume;
import io.jubelet.api.core.VolumeMount;
import io.jubelet.api.core.VolumeProjection;
import io.jubelet.api.core.VolumeSource;
import io.jubelet.api.meta.ObjectMeta;

/// The pod that the stand-in API server has bound to the node: it has what every pod of a cluster
/// has, the token of its service account.
///
/// Thread: stateless.
public final class StandInPod {
    public static final String NODE = "training";
    static final String AUTHORITIES = "kube-root-ca.crt";
    private static final String TOKEN_VOLUME = "kube-api-access";
    private static final int READABLE = 0644;

    private StandInPod() {}

    static Pod bound() {
        var main =
                Container.newBuilder()
                        .setName("main")
                        .setImage("example/image:1")
                        .setImagePullPolicy("IfNotPresent")
                        .setTerminationMessagePath("/dev/termination-log")
                        .setTerminationMessagePolicy("File")
                        .addVolumeMounts(
                                VolumeMount.newBuilder()
                                        .setName(TOKEN_VOLUME)
                                        .setReadOnly(true)
                                        .setMountPath("/var/run/secrets/token"));
        return Pod.newBuilder()
                .setMetadata(
                        ObjectMeta.newBuilder()
                                .setName("bound")
                                .setNamespace("default")
                                .setUid("11111111-2222-3333-4444-555555555555")
                                .setResourceVersion("1"))
                .setSpec(
                        PodSpec.newBuilder()
                                .setNodeName(NODE)
                                .setRestartPolicy("Always")
                                .setDnsPolicy("Default")
                                .setServiceAccountName("default")
                                .setTerminationGracePeriodSeconds(1)
                                .setEnableServiceLinks(true)
                                .addContainers(main)
                                .addVolumes(tokenVolume()))
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
