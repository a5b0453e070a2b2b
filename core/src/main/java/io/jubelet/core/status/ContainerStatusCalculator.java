package io.jubelet.core.status;

import static io.jubelet.core.runtime.ContainerState.CREATED;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.VolumeMount;
import io.jubelet.api.core.VolumeMountStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.desired.RecursiveReadOnlyPolicy;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.util.List;
import java.util.Optional;

/// One container's v1 status. Pure. What the runtime no longer holds is taken from what was said
/// before, so that nothing that happened is forgotten.
///
/// Upstream: kubelet_pods.go convertToAPIContainerStatuses, prober_manager.go UpdatePodStatus.
final class ContainerStatusCalculator {
    private final StatusInput input;
    private final boolean initialised;
    private final String notStarted;
    private final ContainerStates states;

    /// @param initialised whether a regular container has been started
    ContainerStatusCalculator(StatusInput input, boolean initialised) {
        this.input = input;
        this.initialised = initialised;
        this.notStarted =
                input.desired().initContainers().isEmpty()
                        ? "ContainerCreating"
                        : "PodInitializing";
        this.states = new ContainerStates(input.node().runtimeName());
    }

    ContainerStatus ofRegular(Container container, List<ContainerStatus> before) {
        var old = find(container, before);
        var status = calculate(container, old);
        if (comesBack(status, old)) {
            wait(status, ContainerStates.waiting(notStarted, ""));
        }
        return judged(status, container).build();
    }

    /// Whether the instance made room for another that is about to come. What was once told as
    /// ended stays so: the API server takes no such word back where nothing restarts.
    private boolean comesBack(ContainerStatus.Builder status, Optional<ContainerStatus> old) {
        return status.getState().hasTerminated()
                && !input.stopped()
                && input.end().isEmpty()
                && !Phase.isFinal(input.before().getPhase())
                && old.filter(said -> said.getState().hasTerminated()).isEmpty()
                && input.replaced(status.getContainerID());
    }

    ContainerStatus ofEphemeral(Container container, List<ContainerStatus> before) {
        return calculate(container, find(container, before)).setReady(false).build();
    }

    ContainerStatus ofInit(Container container, List<ContainerStatus> before) {
        var status = calculate(container, find(container, before));
        var sidecar = DesiredPod.isSidecar(container);
        if (!sidecar
                && instances(container).isEmpty()
                && initialised
                && !input.startsAllOver()
                && isWaiting(status)) {
            status.setState(ContainerStates.forgottenInit());
        }
        judged(status, container);
        if (!sidecar) {
            var end = status.getState();
            status.setReady(end.hasTerminated() && end.getTerminated().getExitCode() == 0);
        }
        return status.build();
    }

    private static boolean isWaiting(ContainerStatus.Builder status) {
        return status.getState().hasWaiting();
    }

    private ContainerStatus.Builder calculate(Container container, Optional<ContainerStatus> old) {
        var instances = instances(container);
        var status = instances.isEmpty() ? unseen(container, old) : seen(container, instances, old);
        if (!status.getState().hasRunning() && !endedForGood(container, status)) {
            waitOf(container)
                    .map(wait -> ContainerStates.waiting(wait.code(), wait.message()))
                    .or(() -> old.flatMap(said -> stillWaiting(status, said)))
                    .ifPresent(waiting -> wait(status, waiting));
        }
        return status;
    }

    /// What failed after its start, such as the link to its log, is no wait of a container that has
    /// ended and is not started again. One that succeeded before the others may have to once more.
    private boolean endedForGood(Container container, ContainerStatus.Builder status) {
        if (!status.getState().hasTerminated()) {
            return false;
        }
        var desired = input.desired();
        var code = status.getState().getTerminated().getExitCode();
        var regular = desired.containers().contains(container);
        return !desired.restartsAfter(container, code)
                && !input.replaced(status.getContainerID())
                && (regular || code != 0);
    }

    /// What an agent before this one said the container waits for, as long as this one has not made
    /// up its mind and the container is where it was.
    private Optional<ContainerState> stillWaiting(
            ContainerStatus.Builder status, ContainerStatus said) {
        var reason = said.getState().getWaiting().getReason();
        var same =
                !status.getState().hasTerminated()
                        || isOf(said.getLastState(), status.getContainerID());
        return input.firstLook() && same && !reason.isEmpty() && !reason.equals(notStarted)
                ? Optional.of(said.getState())
                : Optional.empty();
    }

    /// The instances that were ever started, the newest first. One that was made but not started
    /// yet may vanish again, and a restart count must never fall.
    private List<ObservedContainer> instances(Container container) {
        return input.seen().containers().stream()
                .filter(candidate -> candidate.name().equals(container.getName()))
                .filter(candidate -> candidate.state() != CREATED)
                .toList();
    }

    private ContainerStatus.Builder blank(Container container) {
        return ContainerStatus.newBuilder()
                .setName(container.getName())
                .setImage(container.getImage())
                .setImageID("")
                .setReady(false)
                .setRestartCount(0)
                .setState(ContainerStates.waiting(notStarted, ""))
                .setLastState(ContainerState.getDefaultInstance())
                .addAllVolumeMounts(mounts(container));
    }

    private ContainerStatus.Builder unseen(Container container, Optional<ContainerStatus> old) {
        if (old.isEmpty()) {
            return blank(container);
        }
        if (removedToStartOver(container, old.get())) {
            return blank(container)
                    .setState(ContainerStates.startsOver())
                    .setLastState(ContainerStates.endedToStartOver())
                    .setRestartCount(old.get().getRestartCount() + 1);
        }
        if (old.get().getState().hasTerminated()) {
            return old.get().toBuilder();
        }
        var status =
                blank(container)
                        .setRestartCount(old.get().getRestartCount())
                        .setLastState(old.get().getLastState());
        if (old.get().getState().hasRunning() && !old.get().getLastState().hasTerminated()) {
            status.setLastState(ContainerStates.lost());
            if (!input.desired().beingDeleted()) {
                status.setRestartCount(old.get().getRestartCount() + 1);
            }
        }
        return status;
    }

    /// Whether it was removed for all to start over. Those that were added to look into the pod are
    /// left alone by that.
    private boolean removedToStartOver(Container container, ContainerStatus old) {
        var init = input.desired().initContainers().contains(container);
        if (old.getState().hasWaiting()
                || (!init && !input.desired().containers().contains(container))) {
            return false;
        }
        return input.startsAllOver() || (input.startedOverUntold() && !(init && initialised));
    }

    private ContainerStatus.Builder seen(
            Container container, List<ObservedContainer> instances, Optional<ContainerStatus> old) {
        var latest = instances.getFirst();
        var status =
                blank(container)
                        .setImage(latest.image().isEmpty() ? container.getImage() : latest.image())
                        .setImageID(latest.imageRef())
                        .setContainerID(states.idOf(latest))
                        .setState(states.of(latest))
                        .setRestartCount(restarts(latest, old))
                        .putAllAllocatedResources(container.getResources().getRequestsMap())
                        .setResources(container.getResources());
        latest.user().map(ContainerStates::user).ifPresent(status::setUser);
        latest.stopSignal()
                .filter(_ -> input.node().stopSignals())
                .ifPresent(status::setStopSignal);
        lastState(instances, status.getContainerID(), old).ifPresent(status::setLastState);
        return status;
    }

    /// Never less than was said, and more when an instance came whose number starts over.
    private static int restarts(ObservedContainer latest, Optional<ContainerStatus> old) {
        var said = old.map(ContainerStatus::getRestartCount).orElse(0);
        var cameBack = latest.running() && old.map(o -> o.getState().hasTerminated()).orElse(false);
        return cameBack && said >= latest.attempt() ? said + 1 : Math.max(said, latest.attempt());
    }

    private Optional<ContainerState> lastState(
            List<ObservedContainer> instances, String id, Optional<ContainerStatus> old) {
        return instances.stream()
                .skip(1)
                .filter(ObservedContainer::exited)
                .findFirst()
                .map(states::of)
                .or(
                        () ->
                                old.filter(o -> o.getState().hasTerminated())
                                        .filter(o -> !o.getContainerID().equals(id))
                                        .map(ContainerStatus::getState))
                .or(
                        () ->
                                old.map(ContainerStatus::getLastState)
                                        .filter(ContainerState::hasTerminated)
                                        .filter(last -> !isOf(last, id)));
    }

    /// An instance that waited to be started again is not its own predecessor.
    private static boolean isOf(ContainerState last, String id) {
        return !id.isEmpty() && last.getTerminated().getContainerID().equals(id);
    }

    /// A container that is to be started and cannot be yet is waiting, whatever it was before.
    private static void wait(ContainerStatus.Builder status, ContainerState waiting) {
        if (status.getState().hasTerminated()) {
            status.setLastState(status.getState());
        }
        status.setState(waiting);
    }

    private Optional<WaitReason> waitOf(Container container) {
        return input.waits().stream()
                .map(Wait::reason)
                .filter(
                        reason ->
                                reason instanceof WaitReason.OfContainer ofContainer
                                        && !(reason instanceof WaitReason.OfInit)
                                        && !(reason instanceof WaitReason.OfPull)
                                        && ofContainer.container().equals(container.getName()))
                .findFirst();
    }

    /// What probes say: only what runs has started, and only what has started is ready.
    private ContainerStatus.Builder judged(ContainerStatus.Builder status, Container container) {
        var running = status.getState().hasRunning();
        if (!running) {
            return status.setStarted(false).setReady(false);
        }
        var pod = input.desired().uid();
        var id = instances(container).getFirst().id();
        var probes = input.node().probes();
        var started = probes.started(pod, container.getName(), id).orElse(true);
        var ready = probes.ready(pod, container.getName(), id).orElse(true);
        return status.setStarted(started).setReady(started && ready);
    }

    private List<VolumeMountStatus> mounts(Container container) {
        var supported = input.node().handlers().recursiveReadOnly(input.desired());
        return container.getVolumeMountsList().stream()
                .map(
                        mount -> {
                            var status =
                                    VolumeMountStatus.newBuilder()
                                            .setName(mount.getName())
                                            .setMountPath(mount.getMountPath());
                            if (mount.getReadOnly()) {
                                status.setReadOnly(true)
                                        .setRecursiveReadOnly(
                                                recursive(mount, supported)
                                                        ? "Enabled"
                                                        : "Disabled");
                            }
                            return status.build();
                        })
                .toList();
    }

    private static boolean recursive(VolumeMount mount, boolean supported) {
        return switch (RecursiveReadOnlyPolicy.of(mount, supported)) {
            case RecursiveReadOnlyPolicy.Verdict.Mode(var recursive) -> recursive;
            case RecursiveReadOnlyPolicy.Verdict.Refused _ -> false;
        };
    }

    private static Optional<ContainerStatus> find(
            Container container, List<ContainerStatus> statuses) {
        return statuses.stream()
                .filter(status -> status.getName().equals(container.getName()))
                .findFirst();
    }
}
