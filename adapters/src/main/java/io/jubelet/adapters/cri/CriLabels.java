package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.KubeletLabels;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Reads the labels and annotations by which a kubelet finds its own things after a restart.
///
/// Thread: any; pure.
///
/// Upstream: kuberuntime/labels.go.
final class CriLabels {
    private CriLabels() {}

    /// Whose it is; empty for what no kubelet made.
    static Optional<PodIdentity> pod(Map<String, String> labels) {
        var name = labels.getOrDefault(KubeletLabels.POD_NAME, "");
        var namespace = labels.getOrDefault(KubeletLabels.POD_NAMESPACE, "");
        var uid = labels.getOrDefault(KubeletLabels.POD_UID, "");
        return name.isEmpty() || namespace.isEmpty() || uid.isEmpty()
                ? Optional.empty()
                : Optional.of(new PodIdentity(namespace, name, new PodUid(uid)));
    }

    static Optional<String> containerName(Map<String, String> labels) {
        return text(labels, KubeletLabels.CONTAINER_NAME);
    }

    static Optional<String> hash(Map<String, String> annotations) {
        return text(annotations, KubeletLabels.CONTAINER_HASH);
    }

    /// Empty when the annotation is missing or is no number of seconds.
    static Optional<Duration> terminationGrace(Map<String, String> annotations) {
        try {
            return text(annotations, KubeletLabels.TERMINATION_GRACE)
                    .map(Long::parseLong)
                    .map(Duration::ofSeconds);
        } catch (NumberFormatException notWrittenByAKubelet) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Map<String, String> from, String key) {
        return Optional.ofNullable(from.get(key)).filter(value -> !value.isEmpty());
    }
}
