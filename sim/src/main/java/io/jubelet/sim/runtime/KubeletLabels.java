package io.jubelet.sim.runtime;

import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The labels and annotations of a kubelet as they lie in the runtime, spelled out here because the
/// runtime is another program.
///
/// Thread: any; pure.
///
/// Upstream: kuberuntime/labels.go.
final class KubeletLabels {
    static final String CONTAINER_NAME = "io.kubernetes.container.name";
    static final String CONTAINER_HASH = "io.kubernetes.container.hash";
    private static final String POD_NAME = "io.kubernetes.pod.name";
    private static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
    private static final String POD_UID = "io.kubernetes.pod.uid";
    private static final String GRACE = "io.kubernetes.pod.terminationGracePeriod";

    private KubeletLabels() {}

    static Optional<PodIdentity> owner(Map<String, String> labels) {
        var name = labels.getOrDefault(POD_NAME, "");
        var namespace = labels.getOrDefault(POD_NAMESPACE, "");
        var uid = labels.getOrDefault(POD_UID, "");
        return name.isEmpty() || namespace.isEmpty() || uid.isEmpty()
                ? Optional.empty()
                : Optional.of(new PodIdentity(namespace, name, new PodUid(uid)));
    }

    static Optional<Duration> terminationGrace(Map<String, String> annotations) {
        return Optional.ofNullable(annotations.get(GRACE))
                .filter(text -> text.matches("-?[0-9]{1,12}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }
}
