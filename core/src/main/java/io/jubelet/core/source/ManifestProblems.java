package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What is wrong with which manifest, for tables and endpoints; of a pod that is left out because
/// another of its source has its name there is an event too.
///
/// Thread: replaced by the sources' threads, read from any.
/// Upstream: config/config.go for the event. Difference: once while a pod is left out, not at each
/// change of its source.
public final class ManifestProblems {
    private final EventRecorder recorder;
    private final Map<String, List<Problem>> bySource = new TreeMap<>();
    private final Map<String, Set<PodUid>> leftOut = new TreeMap<>();

    /// One manifest that cannot be used as it stands.
    public record Problem(String path, String reason) {}

    public ManifestProblems(EventRecorder recorder) {
        this.recorder = recorder;
    }

    /// All problems of that source, in place of those it had.
    synchronized void replace(String source, List<Problem> newest) {
        bySource.put(source, List.copyOf(newest));
    }

    /// All pods of that source whose names others of it have.
    void leaveOut(String source, List<DesiredPod> pods) {
        var known = exchange(source, pods);
        for (var pod : pods) {
            if (!known.contains(pod.uid())) {
                recorder.warning(
                        EventSubject.of(pod.pod()), "FailedValidation", ignored(pod, source));
            }
        }
    }

    private synchronized Set<PodUid> exchange(String source, List<DesiredPod> pods) {
        var uids = pods.stream().map(DesiredPod::uid).collect(Collectors.toUnmodifiableSet());
        var before = leftOut.put(source, uids);
        return before == null ? Set.of() : before;
    }

    private static String ignored(DesiredPod pod, String source) {
        var identity = pod.identity();
        return "Error validating pod %s from %s due to duplicate pod name \"%s\", ignoring"
                .formatted(
                        identity.fullName() + "(" + identity.uid().value() + ")",
                        source,
                        identity.name());
    }

    public synchronized List<Problem> current() {
        return bySource.values().stream().flatMap(List::stream).toList();
    }
}
