package io.jubelet.core.objects;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.EnvFromSource;
import io.jubelet.api.core.EnvVar;
import io.jubelet.api.core.EphemeralContainerCommon;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Volume;
import io.jubelet.core.cluster.ObjectName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Which secrets and config maps a pod names, anywhere in its spec. Pure.
///
/// Upstream: api/v1/pod/util.go VisitPodSecretNames, VisitPodConfigmapNames.
public final class PodReferencesCalculator {
    private final String namespace;
    private final Set<ObjectName> secrets = new LinkedHashSet<>();
    private final Set<ObjectName> configMaps = new LinkedHashSet<>();

    private PodReferencesCalculator(String namespace) {
        this.namespace = namespace;
    }

    /// What a pod names.
    public record Names(Set<ObjectName> secrets, Set<ObjectName> configMaps) {
        public Names {
            secrets = Set.copyOf(secrets);
            configMaps = Set.copyOf(configMaps);
        }
    }

    public static Names of(Pod pod) {
        var found = new PodReferencesCalculator(pod.getMetadata().getNamespace());
        var spec = pod.getSpec();
        spec.getImagePullSecretsList().forEach(reference -> found.secret(reference.getName()));
        spec.getInitContainersList().forEach(found::container);
        spec.getContainersList().forEach(found::container);
        spec.getEphemeralContainersList()
                .forEach(container -> found.ephemeral(container.getEphemeralContainerCommon()));
        spec.getVolumesList().forEach(found::volume);
        return new Names(found.secrets, found.configMaps);
    }

    /// What one container names, in its variables and in the volumes that it mounts.
    public static Names of(Pod pod, Container container) {
        var found = new PodReferencesCalculator(pod.getMetadata().getNamespace());
        found.container(container);
        pod.getSpec().getVolumesList().stream()
                .filter(volume -> mounts(container, volume))
                .forEach(found::volume);
        return new Names(found.secrets, found.configMaps);
    }

    /// What a pod names for the pulls of its images.
    public static Names ofPulls(Pod pod) {
        var found = new PodReferencesCalculator(pod.getMetadata().getNamespace());
        pod.getSpec()
                .getImagePullSecretsList()
                .forEach(reference -> found.secret(reference.getName()));
        return new Names(found.secrets, found.configMaps);
    }

    private static boolean mounts(Container container, Volume volume) {
        return container.getVolumeMountsList().stream()
                .anyMatch(mount -> mount.getName().equals(volume.getName()));
    }

    private void container(Container container) {
        environment(container.getEnvFromList(), container.getEnvList());
    }

    private void ephemeral(EphemeralContainerCommon container) {
        environment(container.getEnvFromList(), container.getEnvList());
    }

    private void environment(List<EnvFromSource> wholes, List<EnvVar> variables) {
        for (var whole : wholes) {
            secret(whole.getSecretRef().getLocalObjectReference().getName());
            configMap(whole.getConfigMapRef().getLocalObjectReference().getName());
        }
        for (var variable : variables) {
            var from = variable.getValueFrom();
            secret(from.getSecretKeyRef().getLocalObjectReference().getName());
            configMap(from.getConfigMapKeyRef().getLocalObjectReference().getName());
        }
    }

    private void volume(Volume volume) {
        var source = volume.getVolumeSource();
        secret(source.getSecret().getSecretName());
        configMap(source.getConfigMap().getLocalObjectReference().getName());
        secret(source.getAzureFile().getSecretName());
        secret(source.getCephfs().getSecretRef().getName());
        secret(source.getCinder().getSecretRef().getName());
        secret(source.getFlexVolume().getSecretRef().getName());
        secret(source.getRbd().getSecretRef().getName());
        secret(source.getScaleIO().getSecretRef().getName());
        secret(source.getIscsi().getSecretRef().getName());
        secret(source.getStorageos().getSecretRef().getName());
        secret(source.getCsi().getNodePublishSecretRef().getName());
        for (var part : source.getProjected().getSourcesList()) {
            secret(part.getSecret().getLocalObjectReference().getName());
            configMap(part.getConfigMap().getLocalObjectReference().getName());
        }
    }

    private void secret(String name) {
        if (!name.isEmpty()) {
            secrets.add(new ObjectName(namespace, name));
        }
    }

    private void configMap(String name) {
        if (!name.isEmpty()) {
            configMaps.add(new ObjectName(namespace, name));
        }
    }
}
