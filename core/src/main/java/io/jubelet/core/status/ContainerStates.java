package io.jubelet.core.status;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateRunning;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStateWaiting;
import io.jubelet.api.core.ContainerUser;
import io.jubelet.api.core.LinuxContainerUser;
import io.jubelet.core.desired.RestartAllPolicy;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedContainer.User;

/// A container's state, and as whom it runs, in v1's words.
///
/// Thread: any; pure.
/// Upstream: kubelet_pods.go convertToAPIContainerStatuses.
final class ContainerStates {
    /// What a container that nobody can tell the end of is said to have ended with.
    private static final int UNKNOWN_EXIT = 137;

    private static final String REMOVED_TO_START_OVER =
            "The container is removed because RestartAllContainers in place";

    private static final String STATUS_UNKNOWN = "ContainerStatusUnknown";

    private final String runtimeName;

    ContainerStates(String runtimeName) {
        this.runtimeName = runtimeName;
    }

    String idOf(ObservedContainer container) {
        return runtimeName + "://" + container.id();
    }

    ContainerState of(ObservedContainer container) {
        return switch (container.state()) {
            case CREATED -> waiting("", "");
            case RUNNING, UNKNOWN -> running(container);
            case EXITED -> terminated(container);
        };
    }

    static ContainerState waiting(String reason, String message) {
        var waiting = ContainerStateWaiting.newBuilder();
        if (!reason.isEmpty()) {
            waiting.setReason(reason);
        }
        if (!message.isEmpty()) {
            waiting.setMessage(message);
        }
        return ContainerState.newBuilder().setWaiting(waiting).build();
    }

    /// Of an init container that the runtime no longer holds, when those after it have run.
    static ContainerState forgottenInit() {
        return ended(
                0,
                "Completed",
                "Unable to get init container status from container runtime and pod has been"
                        + " initialized, treat it as exited normally");
    }

    /// Of a container that was removed because all of its pod start over.
    static ContainerState startsOver() {
        return waiting(RestartAllPolicy.REASON, REMOVED_TO_START_OVER);
    }

    /// How such a container is said to have ended.
    static ContainerState endedToStartOver() {
        return ended(UNKNOWN_EXIT, RestartAllPolicy.REASON, REMOVED_TO_START_OVER);
    }

    /// Of a container that ran when last seen and is not there any more.
    static ContainerState lost() {
        return ended(
                UNKNOWN_EXIT,
                STATUS_UNKNOWN,
                "The container could not be located when the pod was deleted.  The container used"
                        + " to be Running");
    }

    /// Of a container whose end was not seen when its pod ended.
    static ContainerState unaccounted() {
        return ended(
                UNKNOWN_EXIT,
                STATUS_UNKNOWN,
                "The container could not be located when the pod was terminated");
    }

    private static ContainerState ended(int code, String reason, String message) {
        return ContainerState.newBuilder()
                .setTerminated(
                        ContainerStateTerminated.newBuilder()
                                .setExitCode(code)
                                .setReason(reason)
                                .setMessage(message))
                .build();
    }

    private static ContainerState running(ObservedContainer container) {
        var running = ContainerStateRunning.newBuilder();
        container.startedAt().map(Times::of).ifPresent(running::setStartedAt);
        return ContainerState.newBuilder().setRunning(running).build();
    }

    private ContainerState terminated(ObservedContainer container) {
        var exit = container.exit().orElseThrow();
        var terminated =
                ContainerStateTerminated.newBuilder()
                        .setExitCode(exit.code())
                        .setReason(reason(exit))
                        .setFinishedAt(Times.of(exit.finishedAt()))
                        .setContainerID(idOf(container));
        container.startedAt().map(Times::of).ifPresent(terminated::setStartedAt);
        if (!exit.message().isEmpty()) {
            terminated.setMessage(exit.message());
        }
        return ContainerState.newBuilder().setTerminated(terminated).build();
    }

    /// As whom it runs, or ran.
    static ContainerUser user(User user) {
        return switch (user) {
            case User.Somebody _ -> ContainerUser.getDefaultInstance();
            case User.Linux(var id, var group, var supplementalGroups) -> {
                var linux =
                        LinuxContainerUser.newBuilder()
                                .setUid(id)
                                .setGid(group)
                                .addAllSupplementalGroups(supplementalGroups);
                yield ContainerUser.newBuilder().setLinux(linux).build();
            }
        };
    }

    private static String reason(ObservedContainer.Exit exit) {
        if (!exit.reason().isEmpty()) {
            return exit.reason();
        }
        return exit.code() == 0 ? "Completed" : "Error";
    }
}
