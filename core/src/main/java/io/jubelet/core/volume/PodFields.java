package io.jubelet.core.volume;

import io.jubelet.api.core.Pod;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.log.GoText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The value of a pod's field as `fieldRef` names it. Pure.
///
/// Upstream: pkg/fieldpath and kubelet_pods.go podFieldSelectorRuntimeValue.
public final class PodFields {
    private PodFields() {}

    /// Addresses that are known only while the pod runs.
    ///
    /// @param host the node's
    public record Addresses(List<String> pod, List<String> host) {
        public static final Addresses NONE = new Addresses(List.of(), List.of());

        public Addresses {
            pod = List.copyOf(pod);
            host = List.copyOf(host);
        }
    }

    /// Empty when there is no such field. For the environment, which knows addresses.
    public static Optional<String> value(String path, Pod pod, Addresses addresses) {
        return switch (path) {
            case "spec.nodeName" -> Optional.of(pod.getSpec().getNodeName());
            case "spec.serviceAccountName" -> Optional.of(pod.getSpec().getServiceAccountName());
            case "status.podIP" -> Optional.of(first(addresses.pod()));
            case "status.podIPs" -> Optional.of(String.join(",", addresses.pod()));
            case "status.hostIP" -> Optional.of(first(addresses.host()));
            case "status.hostIPs" -> Optional.of(String.join(",", addresses.host()));
            default -> metadata(path, pod);
        };
    }

    /// Empty when there is no such field. For files, which know metadata alone.
    public static Optional<String> metadata(String path, Pod pod) {
        var metadata = pod.getMetadata();
        return switch (path) {
            case "metadata.name" -> Optional.of(metadata.getName());
            case "metadata.namespace" -> Optional.of(metadata.getNamespace());
            case "metadata.uid" -> Optional.of(metadata.getUid());
            case "metadata.labels" -> Optional.of(lines(metadata.getLabelsMap()));
            case "metadata.annotations" -> Optional.of(lines(metadata.getAnnotationsMap()));
            default -> mapValue(path, metadata);
        };
    }

    private static String first(List<String> addresses) {
        return addresses.isEmpty() ? "" : addresses.getFirst();
    }

    /// `key="value"` a line, as Go quotes, in the order of the keys.
    private static String lines(Map<String, String> map) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + GoText.quote(entry.getValue()))
                        .collect(Collectors.joining("\n"));
    }

    private static Optional<String> mapValue(String path, ObjectMeta metadata) {
        var label = keyOf(path, "metadata.labels");
        return label.isPresent()
                ? label.map(key -> metadata.getLabelsOrDefault(key, ""))
                : keyOf(path, "metadata.annotations")
                        .map(key -> metadata.getAnnotationsOrDefault(key, ""));
    }

    public static boolean known(String path) {
        return value(path, Pod.getDefaultInstance(), Addresses.NONE).isPresent();
    }

    /// The key of `metadata.labels['key']`.
    private static Optional<String> keyOf(String path, String map) {
        var opening = map + "['";
        return path.startsWith(opening) && path.endsWith("']")
                ? Optional.of(path.substring(opening.length(), path.length() - 2))
                : Optional.empty();
    }
}
