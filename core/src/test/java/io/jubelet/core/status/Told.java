package io.jubelet.core.status;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStatus;

/// What is told of a container, as a test wants it.
final class Told {
    private Told() {}

    static ContainerStatus running(String name) {
        var status = ContainerStatus.newBuilder().setName(name);
        status.getStateBuilder().getRunningBuilder();
        return status.build();
    }

    /// One that runs and has started, as its startup probe says.
    static ContainerStatus started(String name) {
        return running(name).toBuilder().setStarted(true).build();
    }

    static ContainerStatus exited(String name, int code) {
        return ContainerStatus.newBuilder().setName(name).setState(ended(code)).build();
    }

    static ContainerStatus succeeded(String name) {
        return exited(name, 0);
    }

    static ContainerStatus failed(String name) {
        return exited(name, -1);
    }

    static ContainerStatus waiting(String name) {
        var status = ContainerStatus.newBuilder().setName(name);
        status.getStateBuilder().getWaitingBuilder();
        return status.build();
    }

    /// One that waits to be started again.
    static ContainerStatus waitingAfter(String name, int code) {
        return waiting(name).toBuilder().setLastState(ended(code)).build();
    }

    static ContainerStatus ready(String name) {
        return running(name).toBuilder().setReady(true).build();
    }

    /// The same in words.
    static String text(ContainerStatus status) {
        var state = status.getState();
        var now =
                state.hasRunning()
                        ? "running"
                        : state.hasTerminated()
                                ? "exited " + state.getTerminated().getExitCode()
                                : "waiting " + state.getWaiting().getReason();
        var last = status.getLastState().getTerminated();
        return now
                + ", restarted "
                + status.getRestartCount()
                + (status.getLastState().hasTerminated()
                        ? ", last " + last.getExitCode() + " " + last.getReason()
                        : "");
    }

    private static ContainerState ended(int code) {
        var state = ContainerState.newBuilder();
        state.getTerminatedBuilder().setExitCode(code);
        return state.build();
    }
}
