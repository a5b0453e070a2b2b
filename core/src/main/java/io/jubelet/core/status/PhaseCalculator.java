package io.jubelet.core.status;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.desired.RestartAllPolicy;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A pod's phase from what is said of its containers. Pure.
///
/// Upstream: kubelet_pods.go getPhase.
final class PhaseCalculator {
    private final DesiredPod desired;
    private final List<ContainerStatus> statuses;
    private final Predicate<String> replaced;
    private final boolean startsOver;
    private boolean initFailed;
    private boolean initPending;
    private boolean sidecarPending;
    private int unknown;
    private int running;
    private int waiting;
    private int stopped;
    private int stoppedForGood;
    private int succeeded;

    private PhaseCalculator(
            DesiredPod desired,
            List<ContainerStatus> statuses,
            Predicate<String> replaced,
            boolean startsOver) {
        this.desired = desired;
        this.statuses = statuses;
        this.replaced = replaced;
        this.startsOver = startsOver;
    }

    /// @param statuses of init and regular containers; one that is missing is not known
    /// @param podStopped whether nothing of the pod is started again, whatever its policy
    /// @param initialised whether a regular container has been started in the pod's sandbox
    /// @param replaced whether the instance of this id, `RUNTIME://ID`, was ended to make room
    ///     for another
    /// @param startsOver whether all of the pod's containers start over, whatever they ended with
    static Phase calculate(
            DesiredPod desired,
            List<ContainerStatus> statuses,
            boolean podStopped,
            boolean initialised,
            Predicate<String> replaced,
            boolean startsOver) {
        var phase = new PhaseCalculator(desired, statuses, replaced, startsOver);
        for (var container : desired.initContainers()) {
            if (DesiredPod.isSidecar(container)) {
                phase.countSidecar(container);
            } else {
                phase.countInit(container);
            }
        }
        desired.containers().forEach(phase::count);
        return phase.decide(podStopped, initialised);
    }

    private void countInit(Container container) {
        var exit = find(container).flatMap(PhaseCalculator::lastExit);
        if (exit.isEmpty()) {
            initPending = true;
        } else if (exit.get().getExitCode() != 0 && !comesBack(container, exit.get())) {
            initFailed = true;
        }
    }

    /// One that ended says nothing about the pod: it comes back, or the pod ends without it.
    private void countSidecar(Container container) {
        var status = find(container);
        if (status.isEmpty()) {
            unknown++;
        } else if (status.get().getState().hasRunning()) {
            running++;
            sidecarPending |= !status.get().getStarted();
        } else if (lastExit(status.get()).isEmpty()) {
            sidecarPending = true;
            if (status.get().getState().hasWaiting()) {
                waiting++;
            } else {
                unknown++;
            }
        }
    }

    private void count(Container container) {
        var status = find(container);
        if (status.isEmpty()) {
            unknown++;
        } else if (status.get().getState().hasRunning()) {
            running++;
        } else {
            var exit = lastExit(status.get());
            exit.ifPresentOrElse(
                    end -> countStopped(container, status.get(), end),
                    () -> {
                        if (status.get().getState().hasWaiting()) {
                            waiting++;
                        } else {
                            unknown++;
                        }
                    });
        }
    }

    private void countStopped(
            Container container, ContainerStatus status, ContainerStateTerminated end) {
        var exitCode = end.getExitCode();
        stopped++;
        if (!replaced.test(end.getContainerID()) && !comesBack(container, end)) {
            stoppedForGood++;
        }
        if (status.getState().hasTerminated() && exitCode == 0) {
            succeeded++;
        }
    }

    /// By its policy and rules, or because all of the pod's containers start over.
    private boolean comesBack(Container container, ContainerStateTerminated end) {
        return startsOver
                || end.getReason().equals(RestartAllPolicy.REASON)
                || desired.restartsAfter(container, end.getExitCode());
    }

    /// How the container ended, now or, while it waits, last; none while it runs.
    private static Optional<ContainerStateTerminated> lastExit(ContainerStatus status) {
        if (status.getState().hasTerminated()) {
            return Optional.of(status.getState().getTerminated());
        }
        return status.getState().hasWaiting() && status.getLastState().hasTerminated()
                ? Optional.of(status.getLastState().getTerminated())
                : Optional.empty();
    }

    private Phase decide(boolean podStopped, boolean initialised) {
        if (initFailed) {
            return Phase.FAILED;
        }
        if (initPending || (sidecarPending && !initialised) || waiting > 0 || unknown > 0) {
            return Phase.PENDING;
        }
        if (running > 0) {
            return Phase.RUNNING;
        }
        if (stopped == 0) {
            return Phase.PENDING;
        }
        var noneRestarts = stopped == stoppedForGood || (podStopped && !desired.isStatic());
        if (!noneRestarts) {
            return Phase.RUNNING;
        }
        return stopped == succeeded ? Phase.SUCCEEDED : Phase.FAILED;
    }

    private Optional<ContainerStatus> find(Container container) {
        return statuses.stream()
                .filter(status -> status.getName().equals(container.getName()))
                .findFirst();
    }
}
