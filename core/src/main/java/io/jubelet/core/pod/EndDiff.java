package io.jubelet.core.pod;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodObservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which containers a status shows as ended that the one before did not. Pure.
///
/// Upstream: status_manager.go updateStatusInternal.
final class EndDiff {
    private final DesiredPod pod;
    private final PodObservation seen;
    private final List<Figure.ContainerEnded> ends = new ArrayList<>();

    private EndDiff(DesiredPod pod, PodObservation seen) {
        this.pod = pod;
        this.seen = seen;
    }

    /// @param seen what the newer status was made of
    static List<Figure.ContainerEnded> between(
            PodStatus before, PodStatus after, DesiredPod pod, PodObservation seen) {
        var diff = new EndDiff(pod, seen);
        diff.add(
                before.getInitContainerStatusesList(),
                after.getInitContainerStatusesList(),
                ContainerType.INIT_CONTAINER);
        diff.add(
                before.getContainerStatusesList(),
                after.getContainerStatusesList(),
                ContainerType.CONTAINER);
        diff.add(
                before.getEphemeralContainerStatusesList(),
                after.getEphemeralContainerStatusesList(),
                ContainerType.EPHEMERAL_CONTAINER);
        return diff.ends;
    }

    private void add(
            List<ContainerStatus> before, List<ContainerStatus> after, ContainerType type) {
        for (var now : after) {
            if (now.getState().hasTerminated() && !endedBefore(before, now.getName())) {
                var end = now.getState().getTerminated();
                ends.add(
                        new Figure.ContainerEnded(
                                pod.uid(),
                                type,
                                type == ContainerType.INIT_CONTAINER && isSidecar(now.getName()),
                                end.getExitCode(),
                                end.getReason(),
                                ran(now.getName())));
            }
        }
    }

    private static boolean endedBefore(List<ContainerStatus> before, String name) {
        return before.stream()
                .filter(status -> status.getName().equals(name))
                .anyMatch(status -> status.getState().hasTerminated());
    }

    private boolean isSidecar(String name) {
        return pod.initContainers().stream()
                .filter(container -> container.getName().equals(name))
                .map(Container::getRestartPolicy)
                .anyMatch("Always"::equals);
    }

    private Optional<Duration> ran(String name) {
        return seen.container(name).flatMap(EndDiff::ran);
    }

    private static Optional<Duration> ran(ObservedContainer instance) {
        return instance.exit()
                .flatMap(
                        end ->
                                instance.startedAt()
                                        .map(start -> Duration.between(start, end.finishedAt())))
                .filter(Duration::isPositive);
    }
}
