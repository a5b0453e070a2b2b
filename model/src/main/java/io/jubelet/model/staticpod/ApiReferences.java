package io.jubelet.model.staticpod;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.EphemeralContainer;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.Volume;
import io.jubelet.api.core.VolumeProjection;
import io.jubelet.api.core.VolumeSource;
import io.jubelet.log.GoText;
import io.jubelet.model.pod.EphemeralContainers;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds what a static pod cannot have: objects that live in the API server.
///
/// Thread: any; pure.
///
/// Upstream: api/pod HasAPIObjectReference, VisitPodSecretNames, VisitPodConfigmapNames.
final class ApiReferences {
    private ApiReferences() {}

    /// Why the pod is refused while the gate PreventStaticPodAPIReferences is on.
    static Optional<String> refusal(PodSpec spec) {
        if (!spec.getServiceAccountName().isEmpty()) {
            return resource("serviceaccounts");
        }
        if (secretNames(spec).anyMatch(name -> !name.isEmpty())) {
            return resource("secrets");
        }
        if (configMapNames(spec).anyMatch(name -> !name.isEmpty())) {
            return resource("configmaps");
        }
        if (spec.getResourceClaimsCount() > 0) {
            return resource("resourceclaims");
        }
        return spec.getVolumesList().stream().flatMap(v -> volume(v).stream()).findFirst();
    }

    /// The two references that are refused whatever the gate says.
    static Optional<String> refusalWithoutGate(PodSpec spec) {
        boolean trustBundle =
                spec.getVolumesList().stream()
                        .flatMap(v -> v.getVolumeSource().getProjected().getSourcesList().stream())
                        .anyMatch(VolumeProjection::hasClusterTrustBundle);
        if (trustBundle) {
            return Optional.of(
                    "static pods may not use ClusterTrustBundle projected volume sources");
        }
        return spec.getResourceClaimsCount() > 0
                ? Optional.of("static pods may not use ResourceClaims")
                : Optional.empty();
    }

    private static Optional<String> resource(String name) {
        return Optional.of("static pods may not reference " + name);
    }

    private static Optional<String> volume(Volume volume) {
        VolumeSource source = volume.getVolumeSource();
        if (source.hasConfigMap()) {
            return resource("configmaps (via configmap volumes)");
        } else if (source.hasSecret()) {
            return resource("secrets (via secret volumes)");
        } else if (source.hasCsi()) {
            return resource("csidrivers (via CSI volumes)");
        } else if (source.hasGlusterfs()) {
            return resource("endpoints (via glusterFS volumes)");
        } else if (source.hasPersistentVolumeClaim()) {
            return resource("persistentvolumeclaims");
        } else if (source.hasEphemeral()) {
            return resource("persistentvolumeclaims (via ephemeral volumes)");
        } else if (source.hasAzureFile()) {
            return resource("secrets (via azureFile volumes)");
        }
        return source.getProjected().getSourcesList().stream()
                .flatMap(part -> projection(part, volume.getName()).stream())
                .findFirst();
    }

    private static Optional<String> projection(VolumeProjection part, String volume) {
        if (part.hasConfigMap()) {
            return resource("configmaps (via projected volumes)");
        } else if (part.hasSecret()) {
            return resource("secrets (via projected volumes)");
        } else if (part.hasServiceAccountToken()) {
            return resource("serviceaccounts (via projected volumes)");
        } else if (part.hasClusterTrustBundle()) {
            return resource("clustertrustbundles");
        } else if (part.hasPodCertificate()) {
            return resource("podcertificates");
        } else if (part.hasDownwardAPI()) {
            return Optional.empty();
        }
        return Optional.of("unknown source for projected volume " + GoText.quote(volume));
    }

    private static Stream<Container> containers(PodSpec spec) {
        Stream<EphemeralContainer> ephemeral = spec.getEphemeralContainersList().stream();
        return Stream.of(
                        spec.getInitContainersList().stream(),
                        spec.getContainersList().stream(),
                        ephemeral.map(EphemeralContainers::asContainer))
                .flatMap(all -> all);
    }

    private static Stream<String> secretNames(PodSpec spec) {
        Stream<String> pulls =
                spec.getImagePullSecretsList().stream().map(secret -> secret.getName());
        Stream<String> wholes =
                containers(spec)
                        .flatMap(container -> container.getEnvFromList().stream())
                        .map(from -> from.getSecretRef().getLocalObjectReference().getName());
        Stream<String> keys =
                containers(spec)
                        .flatMap(container -> container.getEnvList().stream())
                        .map(
                                variable ->
                                        variable.getValueFrom()
                                                .getSecretKeyRef()
                                                .getLocalObjectReference()
                                                .getName());
        Stream<String> volumes =
                spec.getVolumesList().stream()
                        .flatMap(volume -> secretNames(volume.getVolumeSource()));
        return Stream.of(pulls, wholes, keys, volumes).flatMap(all -> all);
    }

    private static Stream<String> secretNames(VolumeSource source) {
        Stream<String> projected =
                source.getProjected().getSourcesList().stream()
                        .map(part -> part.getSecret().getLocalObjectReference().getName());
        Stream<String> own =
                Stream.of(
                        source.getAzureFile().getSecretName(),
                        source.getCephfs().getSecretRef().getName(),
                        source.getCinder().getSecretRef().getName(),
                        source.getFlexVolume().getSecretRef().getName(),
                        source.getRbd().getSecretRef().getName(),
                        source.getSecret().getSecretName(),
                        source.getScaleIO().getSecretRef().getName(),
                        source.getIscsi().getSecretRef().getName(),
                        source.getStorageos().getSecretRef().getName(),
                        source.getCsi().getNodePublishSecretRef().getName());
        return Stream.concat(projected, own);
    }

    private static Stream<String> configMapNames(PodSpec spec) {
        Stream<String> wholes =
                containers(spec)
                        .flatMap(container -> container.getEnvFromList().stream())
                        .map(from -> from.getConfigMapRef().getLocalObjectReference().getName());
        Stream<String> keys =
                containers(spec)
                        .flatMap(container -> container.getEnvList().stream())
                        .map(
                                variable ->
                                        variable.getValueFrom()
                                                .getConfigMapKeyRef()
                                                .getLocalObjectReference()
                                                .getName());
        Stream<String> projected =
                spec.getVolumesList().stream()
                        .flatMap(v -> v.getVolumeSource().getProjected().getSourcesList().stream())
                        .map(part -> part.getConfigMap().getLocalObjectReference().getName());
        Stream<String> volumes =
                spec.getVolumesList().stream()
                        .map(
                                v ->
                                        v.getVolumeSource()
                                                .getConfigMap()
                                                .getLocalObjectReference()
                                                .getName());
        return Stream.of(wholes, keys, projected, volumes).flatMap(all -> all);
    }
}
