package io.jubelet.core.volume;

import io.jubelet.api.core.Volume;
import java.util.Optional;

/// What a volume of a pod is, as far as this agent can make it.
public sealed interface VolumeKind {
    /// A folder of the node.
    ///
    /// @param type v1's word for what must be there; empty for anything
    record HostPath(String path, String type) implements VolumeKind {}

    /// A volume that lies in the pod's own folder.
    ///
    /// @param plugin upstream's name for its kind
    /// @param memory whether it lies in memory
    /// @param content whether the agent fills it, and nobody else may
    record Own(String plugin, boolean memory, boolean content) implements VolumeKind {}

    /// An image that the runtime mounts, always read-only: nothing of it lies in the pod's folder.
    ///
    /// @param pullPolicy v1's word for when it is pulled
    record Image(String reference, String pullPolicy) implements VolumeKind {}

    /// @param field of the volume, such as `csi`
    record Unsupported(String field) implements VolumeKind {}

    Own EMPTY_DIR = new Own("kubernetes.io/empty-dir", false, false);
    Own MEMORY_DIR = new Own("kubernetes.io/empty-dir", true, false);
    Own CONFIG_MAP = new Own("kubernetes.io/configmap", false, true);
    Own SECRET = new Own("kubernetes.io/secret", true, true);
    Own DOWNWARD_API = new Own("kubernetes.io/downward-api", true, true);
    Own PROJECTED = new Own("kubernetes.io/projected", true, true);

    static VolumeKind of(Volume volume) {
        var source = volume.getVolumeSource();
        if (source.hasEmptyDir()) {
            return switch (source.getEmptyDir().getMedium()) {
                case "" -> EMPTY_DIR;
                case "Memory" -> MEMORY_DIR;
                default -> new Unsupported("emptyDir.medium");
            };
        }
        if (source.hasHostPath()) {
            return new HostPath(source.getHostPath().getPath(), source.getHostPath().getType());
        }
        if (source.hasConfigMap()) {
            return CONFIG_MAP;
        }
        if (source.hasSecret()) {
            return SECRET;
        }
        if (source.hasDownwardAPI()) {
            return DOWNWARD_API;
        }
        if (source.hasProjected()) {
            return unsupportedPart(volume).<VolumeKind>map(Unsupported::new).orElse(PROJECTED);
        }
        if (source.hasImage()) {
            var image = source.getImage();
            return new Image(image.getReference(), image.getPullPolicy());
        }
        return source.getAllFields().keySet().stream()
                .findFirst()
                .<VolumeKind>map(field -> new Unsupported(field.getName()))
                .orElse(EMPTY_DIR);
    }

    private static Optional<String> unsupportedPart(Volume volume) {
        for (var part : volume.getVolumeSource().getProjected().getSourcesList()) {
            if (part.hasClusterTrustBundle()) {
                return Optional.of("projected.clusterTrustBundle");
            }
            if (part.hasPodCertificate()) {
                return Optional.of("projected.podCertificate");
            }
        }
        return Optional.empty();
    }
}
