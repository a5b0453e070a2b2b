package io.jubelet.core.status;

import static io.jubelet.core.runtime.ContainerState.CREATED;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateRunning;
import io.jubelet.api.core.ContainerStateTerminated;
import io.jubelet.api.core.ContainerStateWaiting;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.util.List;
import java.util.Optional;

/// One container's v1 status. Pure.
///
/// Upstream: kubelet_pods.go convertToAPIContainerStatuses.
final class ContainerStatusCalculator {
    private final PodObservation seen;
    private final List<Wait> waits;
    private final String runtimeName;

    ContainerStatusCalculator(PodObservation seen, List<Wait> waits, String runtimeName) {
        this.seen = seen;
        this.waits = waits;
        this.runtimeName = runtimeName;
    }

    /// @param notStarted v1's reason for a container that has never been made
    ContainerStatus calculate(Container container, boolean init, String notStarted) {
        var instances =
                seen.containers().stream()
                        .filter(candidate -> candidate.name().equals(container.getName()))
                        // One that was made but not started yet may vanish again, and a restart
                        // count must never fall.
                        .filter(candidate -> candidate.state() != CREATED)
                        .toList();
        var status =
                ContainerStatus.newBuilder()
                        .setName(container.getName())
                        .setImage(container.getImage())
                        .setImageID("")
                        .setReady(false)
                        .setStarted(false)
                        .setRestartCount(0)
                        .setState(waiting(container, notStarted))
                        .setLastState(ContainerState.getDefaultInstance());
        if (!instances.isEmpty()) {
            describe(status, container, init, instances);
        }
        return status.build();
    }

    private void describe(
            ContainerStatus.Builder status,
            Container container,
            boolean init,
            List<ObservedContainer> instances) {
        var latest = instances.getFirst();
        var wait = waitOf(container);
        status.setRestartCount(latest.attempt())
                .setImage(latest.image().isEmpty() ? container.getImage() : latest.image())
                .setImageID(latest.imageRef())
                .setContainerID(runtimeName + "://" + latest.id());
        switch (latest.state()) {
            case CREATED -> throw new IllegalStateException("filtered above");
            case RUNNING, UNKNOWN -> {
                status.setState(running(latest)).setStarted(true).setReady(!init);
                lastOf(instances, 1).ifPresent(status::setLastState);
            }
            case EXITED -> {
                var terminated = terminated(latest);
                if (wait.isPresent()) {
                    status.setState(waiting(container, "")).setLastState(terminated);
                } else {
                    var succeeded = latest.exit().orElseThrow().code() == 0;
                    status.setState(terminated).setReady(init && succeeded);
                    lastOf(instances, 1).ifPresent(status::setLastState);
                }
            }
        }
    }

    private Optional<ContainerState> lastOf(List<ObservedContainer> instances, int from) {
        return instances.stream()
                .skip(from)
                .filter(ObservedContainer::exited)
                .findFirst()
                .map(this::terminated);
    }

    private ContainerState waiting(Container container, String otherwise) {
        var waiting = ContainerStateWaiting.newBuilder();
        waitOf(container)
                .ifPresentOrElse(
                        wait -> waiting.setReason(wait.code()).setMessage(wait.message()),
                        () -> waiting.setReason(otherwise));
        return ContainerState.newBuilder().setWaiting(waiting).build();
    }

    private Optional<WaitReason> waitOf(Container container) {
        return waits.stream()
                .map(Wait::reason)
                .filter(
                        reason ->
                                reason instanceof WaitReason.OfContainer ofContainer
                                        && !(reason instanceof WaitReason.InitContainerRunning)
                                        && ofContainer.container().equals(container.getName()))
                .findFirst();
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
                        .setContainerID(runtimeName + "://" + container.id());
        container.startedAt().map(Times::of).ifPresent(terminated::setStartedAt);
        if (!exit.message().isEmpty()) {
            terminated.setMessage(exit.message());
        }
        return ContainerState.newBuilder().setTerminated(terminated).build();
    }

    private static String reason(ObservedContainer.Exit exit) {
        if (!exit.reason().isEmpty()) {
            return exit.reason();
        }
        return exit.code() == 0 ? "Completed" : "Error";
    }
}
