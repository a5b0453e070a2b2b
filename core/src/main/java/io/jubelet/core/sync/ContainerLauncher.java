package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.waiting.PostStartHookFailed;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.log.Log;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/// Makes and starts a container that is described already, and does what it wants done then.
///
/// Thread: the pod's worker.
/// Upstream: kuberuntime_container.go startContainer, its second half.
final class ContainerLauncher {
    private static final Log LOG = Log.of(ContainerLauncher.class);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final PodFiles files;
    private final LifecycleHooks hooks;
    private final PodEvents events;
    private final StartSlots slots;
    private final BiConsumer<DesiredPod, PodAction.StopContainer> stop;

    /// @param stop stops a container that may not stay
    ContainerLauncher(
            Execution execution,
            ContainerRuntime runtime,
            PodFiles files,
            LifecycleHooks hooks,
            PodEvents events,
            StartSlots slots,
            BiConsumer<DesiredPod, PodAction.StopContainer> stop) {
        this.execution = execution;
        this.runtime = runtime;
        this.files = files;
        this.hooks = hooks;
        this.events = events;
        this.slots = slots;
        this.stop = stop;
    }

    /// Which container is to start, and where it writes.
    record Wish(DesiredPod pod, Container container, LogName log) {}

    /// What became of it.
    sealed interface Launch {
        /// It runs.
        record Done(ContainerId id) implements Launch {}

        /// The pod's end was asked for before its turn had come.
        record NotBegun() implements Launch {}

        /// It does not run, or not for long.
        record Failed(WaitReason reason) implements Launch {}
    }

    Launch launch(Wish wish, Supplier<ContainerId> create, SyncTurn.Monitor monitor) {
        var desired = wish.pod();
        var container = wish.container();
        var slot = slots.take(desired, StartSlots.Step.CONTAINER, monitor);
        if (slot.isEmpty()) {
            return new Launch.NotBegun();
        }
        LifecycleHooks.Target target;
        try (var _ = slot.get()) {
            target = new LifecycleHooks.Target(desired, container, create.get());
            events.created(desired, container);
            var notStarted = start(target);
            if (notStarted.isPresent()) {
                return new Launch.Failed(notStarted.get());
            }
        } catch (RuntimeCallException failure) {
            var reason = failure.description();
            events.failed(desired, container, Optional.empty(), reason);
            return new Launch.Failed(
                    PodActionExecutor.unreachable(failure)
                            .orElseGet(
                                    () ->
                                            new WaitReason.ContainerCreateFailed(
                                                    container.getName(), reason)));
        }
        var id = target.id();
        execution.start(
                ThreadKind.POD, "link " + desired.identity(), () -> linkLog(wish.log(), id));
        return postStart(target, monitor)
                .<Launch>map(Launch.Failed::new)
                .orElseGet(() -> new Launch.Done(target.id()));
    }

    /// Answers why the container was not started, if it was not.
    private Optional<WaitReason> start(LifecycleHooks.Target target) {
        var desired = target.pod();
        var container = target.container();
        try {
            runtime.startContainer(target.id());
        } catch (RuntimeCallException failure) {
            var reason = failure.description();
            events.failed(desired, container, Optional.of(target.id()), reason);
            return Optional.of(
                    PodActionExecutor.unreachable(failure)
                            .orElseGet(
                                    () ->
                                            new WaitReason.ContainerStartFailed(
                                                    container.getName(), reason)));
        }
        events.started(desired, container);
        LOG.info(
                "Container started",
                "pod",
                desired.identity(),
                "container",
                container.getName(),
                "containerID",
                target.id());
        return Optional.empty();
    }

    /// For log shippers; a container runs without it as well, and nothing waits for it.
    private void linkLog(LogName log, ContainerId id) {
        try {
            files.logs().link(log, id);
        } catch (HostCallException failure) {
            LOG.warning(
                    "Failed to link to a container's log",
                    "pod",
                    log.pod(),
                    "containerID",
                    id,
                    "reason",
                    failure.reason());
        }
    }

    /// Runs the container's postStart hook, if it has one; a container whose hook fails does not
    /// stay.
    private Optional<WaitReason> postStart(LifecycleHooks.Target target, SyncTurn.Monitor monitor) {
        var container = target.container();
        if (!container.getLifecycle().hasPostStart()) {
            return Optional.empty();
        }
        var hook = container.getLifecycle().getPostStart();
        var failure = hooks.postStart(target, hook, monitor);
        if (failure.isEmpty()) {
            return Optional.empty();
        }
        var desired = target.pod();
        events.postStartFailed(desired, container);
        LOG.warning("PostStart hook failed", "pod", desired.identity(), "container", target.id());
        var kill =
                new PodAction.StopContainer(
                        target.id(),
                        container.getName(),
                        desired.terminationGrace(),
                        PodAction.Reason.HOOK_FAILED);
        try {
            stop.accept(desired, kill);
        } catch (RuntimeCallException notStopped) {
            LOG.warning(
                    "A container whose hook failed was not stopped",
                    "pod",
                    desired.identity(),
                    "reason",
                    notStopped.reason());
        }
        // Its end is seen in this turn, and what comes of it in the next.
        monitor.comeAgain();
        return failure.map(message -> new PostStartHookFailed(container.getName(), message));
    }
}
