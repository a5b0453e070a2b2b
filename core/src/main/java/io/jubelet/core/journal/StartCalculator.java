package io.jubelet.core.journal;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Volume;
import io.jubelet.core.meter.Figure;
import io.jubelet.model.pod.PodNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Whether a pod has started by what the API server shows of it, and how long that took. Pure.
///
/// The server keeps whole seconds of when a pod was made, so that a start seems up to one longer
/// than it was, as upstream's does.
///
/// Upstream: util/pod_startup_latency_tracker.go.
final class StartCalculator {
    private StartCalculator() {}

    /// What to do about a pod.
    sealed interface Verdict {
        /// Nothing: it started before somebody could follow it, or is a copy, or has ended.
        record Ignored() implements Verdict {}

        record Followed(PodStart start) implements Verdict {}

        record Over(Figure.PodStarted figure) implements Verdict {}
    }

    /// @param known what was found out of its start, if that is followed
    static Verdict calculate(Pod pod, Optional<PodStart> known, Instant now) {
        var status = pod.getStatus();
        if (PodNames.isMirror(pod)
                || status.getPhase().equals("Failed")
                || status.getPhase().equals("Succeeded")) {
            return new Verdict.Ignored();
        }
        if (known.isEmpty() && status.hasStartTime()) {
            return new Verdict.Ignored();
        }
        if (unplaced(pod)) {
            return new Verdict.Followed(PodStart.NOT_COUNTED);
        }
        var start = known.orElse(PodStart.NEW);
        if (!started(pod)) {
            return new Verdict.Followed(start);
        }
        return start.counts() ? new Verdict.Over(figure(pod, start, now)) : new Verdict.Ignored();
    }

    private static Figure.PodStarted figure(Pod pod, PodStart start, Instant now) {
        var made = Instant.ofEpochSecond(pod.getMetadata().getCreationTimestamp().getSeconds());
        var whole = Duration.between(made, now);
        var own = whole.minus(start.pulling()).minus(start.inInit());
        return new Figure.PodStarted(
                notNegative(whole),
                withState(pod) ? Optional.empty() : Optional.of(notNegative(own)),
                !pod.getSpec().getHostNetwork());
    }

    /// The server's clock may be ahead of ours.
    private static Duration notNegative(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }

    private static boolean started(Pod pod) {
        var all = pod.getStatus().getContainerStatusesList();
        return !all.isEmpty() && all.stream().allMatch(StartCalculator::runs);
    }

    private static boolean runs(ContainerStatus status) {
        return status.getState().hasRunning() && status.getState().getRunning().hasStartedAt();
    }

    private static boolean unplaced(Pod pod) {
        return pod.getStatus().getConditionsList().stream()
                .anyMatch(
                        condition ->
                                condition.getType().equals("PodScheduled")
                                        && condition.getStatus().equals("False"));
    }

    /// Whether the pod has a volume that is neither an object of the API server nor its own.
    private static boolean withState(Pod pod) {
        return pod.getSpec().getVolumesList().stream().anyMatch(volume -> !ephemeral(volume));
    }

    private static boolean ephemeral(Volume volume) {
        var source = volume.getVolumeSource();
        return source.hasSecret()
                || source.hasConfigMap()
                || source.hasDownwardAPI()
                || source.hasEmptyDir()
                || source.hasProjected();
    }
}
