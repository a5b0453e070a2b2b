package io.jubelet.core.sync;

import io.jubelet.api.core.Pod;
import io.jubelet.api.meta.ObjectMeta;
import java.util.List;
import java.util.Optional;

/// The value of a pod's field as `fieldRef` names it. Pure.
///
/// Upstream: pkg/fieldpath and kubelet_pods.go podFieldSelectorRuntimeValue.
final class PodFields {
    private PodFields() {}

    /// Empty when this agent does not know that field.
    static Optional<String> value(String path, Pod pod, List<String> podIps) {
        var metadata = pod.getMetadata();
        return switch (path) {
            case "metadata.name" -> Optional.of(metadata.getName());
            case "metadata.namespace" -> Optional.of(metadata.getNamespace());
            case "metadata.uid" -> Optional.of(metadata.getUid());
            case "spec.nodeName" -> Optional.of(pod.getSpec().getNodeName());
            case "spec.serviceAccountName" -> Optional.of(pod.getSpec().getServiceAccountName());
            case "status.podIP" -> Optional.of(podIps.isEmpty() ? "" : podIps.getFirst());
            case "status.podIPs" -> Optional.of(String.join(",", podIps));
            default -> mapValue(path, metadata);
        };
    }

    private static Optional<String> mapValue(String path, ObjectMeta metadata) {
        var label = keyOf(path, "metadata.labels");
        return label.isPresent()
                ? label.map(key -> metadata.getLabelsOrDefault(key, ""))
                : keyOf(path, "metadata.annotations")
                        .map(key -> metadata.getAnnotationsOrDefault(key, ""));
    }

    static boolean known(String path) {
        return value(path, Pod.getDefaultInstance(), List.of()).isPresent();
    }

    /// The key of `metadata.labels['key']`.
    private static Optional<String> keyOf(String path, String map) {
        var opening = map + "['";
        return path.startsWith(opening) && path.endsWith("']")
                ? Optional.of(path.substring(opening.length(), path.length() - 2))
                : Optional.empty();
    }
}
