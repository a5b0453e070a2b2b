package io.jubelet.core.status;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;

/// The last status of a pod, of which nothing runs any more: what is not known to have ended well
/// is said to have failed. Pure.
///
/// Upstream: status_manager.go TerminatePod.
public final class FinalStatusCalculator {
    private FinalStatusCalculator() {}

    public static PodStatus calculate(DesiredPod desired, PodStatus last) {
        var status = last.toBuilder();
        if (initialised(desired, last)) {
            for (var index = 0; index < status.getContainerStatusesCount(); index++) {
                account(status.getContainerStatusesBuilder(index));
            }
        }
        var begun = begun(last);
        for (var index = 0; index < begun; index++) {
            account(status.getInitContainerStatusesBuilder(index));
        }
        if (!desired.isStatic() && !Phase.isFinal(status.getPhase())) {
            status.setPhase(Phase.FAILED.text());
        }
        return status.build();
    }

    private static void account(ContainerStatus.Builder container) {
        if (!container.getState().hasTerminated()) {
            container.setState(ContainerStates.unaccounted()).setReady(false).setStarted(false);
        }
    }

    /// Whether regular containers may have been started.
    private static boolean initialised(DesiredPod desired, PodStatus last) {
        if (desired.initContainers().isEmpty()) {
            return true;
        }
        var anyLeftWaiting =
                last.getContainerStatusesList().stream()
                        .anyMatch(
                                c ->
                                        c.getLastState().hasTerminated()
                                                || !c.getState().hasWaiting());
        if (anyLeftWaiting || last.getInitContainerStatusesCount() == 0) {
            return anyLeftWaiting;
        }
        var lastInit = last.getInitContainerStatuses(last.getInitContainerStatusesCount() - 1);
        return DesiredPod.isSidecar(desired.initContainers().getLast())
                ? lastInit.getState().hasRunning() && lastInit.getStarted()
                : succeeded(lastInit);
    }

    private static boolean succeeded(ContainerStatus status) {
        return (status.getState().hasTerminated()
                        && status.getState().getTerminated().getExitCode() == 0)
                || (status.getLastState().hasTerminated()
                        && status.getLastState().getTerminated().getExitCode() == 0);
    }

    /// How many init containers were at least tried; the first always counts.
    private static int begun(PodStatus last) {
        var containers = last.getInitContainerStatusesList();
        for (var index = containers.size() - 1; index >= 0; index--) {
            var status = containers.get(index);
            if (!status.getState().hasWaiting() || status.getLastState().hasTerminated()) {
                return index + 1;
            }
        }
        return Math.min(1, containers.size());
    }
}
