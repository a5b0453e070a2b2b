package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodObservation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which of a pod's containers are stopped first when all have to go. Pure.
///
/// Sidecars serve the regular containers and each other in the order of their start, so they go
/// after them, the last one first.
///
/// Upstream: kuberuntime_termination_order.go.
final class StopOrderCalculator {
    private StopOrderCalculator() {}

    /// A process of it may be alive.
    static boolean alive(ObservedContainer container) {
        return container.running() || container.state() == ContainerState.UNKNOWN;
    }

    /// The containers to stop now; the others are asked for when these are gone. Empty when no
    /// container is alive.
    ///
    /// @param desired absent for a pod whose containers nobody can tell apart: all go at once
    static List<ObservedContainer> next(PodObservation seen, Optional<DesiredPod> desired) {
        var alive = alive(seen);
        var sidecars = desired.map(StopOrderCalculator::sidecars).orElse(List.of());
        var others =
                alive.stream().filter(container -> !sidecars.contains(container.name())).toList();
        if (others.stream().anyMatch(container -> isRegular(container, desired))) {
            return others;
        }
        var last =
                sidecars.reversed().stream()
                        .filter(name -> alive.stream().anyMatch(c -> c.name().equals(name)))
                        .findFirst();
        return Stream.concat(
                        others.stream(),
                        alive.stream().filter(c -> last.filter(c.name()::equals).isPresent()))
                .toList();
    }

    static List<ObservedContainer> alive(PodObservation seen) {
        return seen.containers().stream().filter(StopOrderCalculator::alive).toList();
    }

    /// The living containers that go before this one, which is none but for a sidecar.
    ///
    /// @param desired absent where no order is kept
    static Set<ContainerId> before(
            ObservedContainer container, PodObservation seen, Optional<DesiredPod> desired) {
        var sidecars = desired.map(StopOrderCalculator::sidecars).orElse(List.of());
        var place = sidecars.indexOf(container.name());
        if (place < 0) {
            return Set.of();
        }
        return alive(seen).stream()
                .filter(
                        other ->
                                isRegular(other, desired) || sidecars.indexOf(other.name()) > place)
                .map(ObservedContainer::id)
                .collect(Collectors.toSet());
    }

    static List<String> sidecars(DesiredPod desired) {
        return desired.initContainers().stream()
                .filter(DesiredPod::isSidecar)
                .map(Container::getName)
                .toList();
    }

    private static boolean isRegular(ObservedContainer container, Optional<DesiredPod> desired) {
        return desired.stream()
                .flatMap(pod -> pod.containers().stream())
                .anyMatch(regular -> regular.getName().equals(container.name()));
    }
}
