package io.jubelet.core.status;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodObservation;
import java.util.List;
import java.util.Optional;

/// A pod's phase from what its containers do. Pure.
///
/// Upstream: kubelet_pods.go getPhase.
public final class PhaseCalculator {
    private PhaseCalculator() {}

    public static Phase calculate(DesiredPod desired, PodObservation seen) {
        if (!initialised(desired, seen)) {
            return initFailedForGood(desired, seen) ? Phase.FAILED : Phase.PENDING;
        }
        var latest = latest(desired.containers(), seen);
        if (latest.stream().anyMatch(Optional::isEmpty)) {
            return Phase.PENDING;
        }
        var containers = latest.stream().flatMap(Optional::stream).toList();
        if (containers.stream().anyMatch(container -> !container.exited())) {
            return Phase.RUNNING;
        }
        return ended(desired, containers);
    }

    private static Phase ended(DesiredPod desired, List<ObservedContainer> containers) {
        var allSucceeded = containers.stream().allMatch(PhaseCalculator::succeeded);
        return switch (desired.restartPolicy()) {
            case ALWAYS -> Phase.RUNNING;
            case ON_FAILURE -> allSucceeded ? Phase.SUCCEEDED : Phase.RUNNING;
            case NEVER -> allSucceeded ? Phase.SUCCEEDED : Phase.FAILED;
        };
    }

    /// Whether the init containers are through: each succeeded, or a regular container has been
    /// started, which no agent does before that.
    static boolean initialised(DesiredPod desired, PodObservation seen) {
        var anyRegular = latest(desired.containers(), seen).stream().anyMatch(Optional::isPresent);
        return anyRegular
                || latest(desired.initContainers(), seen).stream()
                        .allMatch(c -> c.map(PhaseCalculator::succeeded).orElse(false));
    }

    private static boolean initFailedForGood(DesiredPod desired, PodObservation seen) {
        return latest(desired.initContainers(), seen).stream()
                .flatMap(Optional::stream)
                .flatMap(container -> container.exit().stream())
                .anyMatch(
                        exit ->
                                exit.code() != 0
                                        && !desired.initRestartPolicy().restartsAfter(exit.code()));
    }

    /// The newest instance of each that was ever started.
    private static List<Optional<ObservedContainer>> latest(
            List<Container> containers, PodObservation seen) {
        return containers.stream().map(container -> started(container, seen)).toList();
    }

    private static Optional<ObservedContainer> started(Container container, PodObservation seen) {
        return seen.containers().stream()
                .filter(c -> c.name().equals(container.getName()))
                .filter(
                        c ->
                                switch (c.state()) {
                                    case CREATED -> false;
                                    case RUNNING, EXITED, UNKNOWN -> true;
                                })
                .findFirst();
    }

    private static boolean succeeded(ObservedContainer container) {
        return container.exit().map(exit -> exit.code() == 0).orElse(false);
    }
}
