package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The labels and annotations by which a kubelet finds its own things again after a restart.
///
/// Thread: any; pure.
///
/// Upstream: kuberuntime/labels.go.
final class CriLabels {
    static final String POD_NAME = "io.kubernetes.pod.name";
    static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
    static final String POD_UID = "io.kubernetes.pod.uid";
    static final String CONTAINER_NAME = "io.kubernetes.container.name";
    static final String CONTAINER_HASH = "io.kubernetes.container.hash";
    static final String TERMINATION_GRACE_PERIOD = "io.kubernetes.pod.terminationGracePeriod";

    private CriLabels() {}

    /// Whose it is; empty for what no kubelet made.
    static Optional<PodIdentity> pod(Map<String, String> labels) {
        var name = labels.getOrDefault(POD_NAME, "");
        var namespace = labels.getOrDefault(POD_NAMESPACE, "");
        var uid = labels.getOrDefault(POD_UID, "");
        return name.isEmpty() || namespace.isEmpty() || uid.isEmpty()
                ? Optional.empty()
                : Optional.of(new PodIdentity(namespace, name, new PodUid(uid)));
    }

    static Optional<String> containerName(Map<String, String> labels) {
        return text(labels, CONTAINER_NAME);
    }

    static Optional<String> hash(Map<String, String> annotations) {
        return text(annotations, CONTAINER_HASH);
    }

    /// Empty when the annotation is missing or is no number of seconds.
    static Optional<Duration> terminationGrace(Map<String, String> annotations) {
        try {
            return text(annotations, TERMINATION_GRACE_PERIOD)
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
