package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.observation.PodObserver.Made;
import io.jubelet.core.probe.Prober;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.sync.PodAction.CreateSandbox;
import io.jubelet.core.sync.PodAction.StartContainer;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.log.Log;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Does to the runtime what a plan says, one action at a time.
///
/// Thread: the pod's worker.
/// Upstream: kuberuntime_manager.go SyncPod, startContainer, killContainer.
public final class PodActionExecutor {
    private static final Log LOG = Log.of(PodActionExecutor.class);

    /// So many more starts at a time than the machine has processors: some of them wait.
    private static final int SLOTS_BESIDE_CPUS = 2;

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final PodFiles files;
    private final ContainerImages images;
    private final SandboxSetup sandboxes;
    private final ContainerSetup setup;
    private final NodeFacts node;
    private final PodEvents events;
    private final StartFigures figures;
    private final LifecycleHooks hooks;
    private final ContainerStops stops;
    private final StartSlots slots;
    private final ContainerLauncher launcher;
    private final RestartCounts counts;
    private final CauseCalculator causes;

    public PodActionExecutor(
            Execution execution,
            ContainerRuntime runtime,
            ImagePulls images,
            PodFiles files,
            SandboxSetup sandboxes,
            ContainerSetup setup,
            NodeFacts node,
            Prober prober,
            EventRecorder recorder,
            Meter meter) {
        this.execution = execution;
        this.runtime = runtime;
        this.files = files;
        this.sandboxes = sandboxes;
        this.setup = setup;
        this.node = node;
        this.events = new PodEvents(recorder);
        this.figures = new StartFigures(execution, meter);
        this.hooks = new LifecycleHooks(execution, runtime, prober, events, meter);
        this.stops = new ContainerStops(runtime, hooks, events);
        this.images =
                new ContainerImages(
                        new ImagePuller(images, new PullSecrets(setup.objects()), events));
        this.slots = new StartSlots(execution, node.cpus() + SLOTS_BESIDE_CPUS);
        this.counts = new RestartCounts(files.logs());
        this.causes = new CauseCalculator(setup.objects());
        this.launcher =
                new ContainerLauncher(
                        execution,
                        runtime,
                        files,
                        hooks,
                        events,
                        slots,
                        (pod, kill) -> stop(Optional.of(pod), kill));
    }

    /// What became of an action.
    ///
    /// @param failure why it was not done, if it was not
    /// @param backOff the waits of this pod's containers after it
    /// @param made what there is now in the runtime that was not before, if it is known
    public record Outcome(Optional<WaitReason> failure, RestartBackOff backOff, Made made) {
        static Outcome done(RestartBackOff backOff) {
            return new Outcome(Optional.empty(), backOff, Made.NOTHING);
        }

        static Outcome made(Made made, RestartBackOff backOff) {
            return new Outcome(Optional.empty(), backOff, made);
        }

        static Outcome failed(WaitReason reason, RestartBackOff backOff) {
            return new Outcome(Optional.of(reason), backOff, Made.NOTHING);
        }
    }

    public Outcome createSandbox(
            DesiredPod desired,
            CreateSandbox action,
            RestartBackOff backOff,
            SyncTurn.Monitor monitor) {
        var outcome = makeSandbox(desired, action, backOff, monitor);
        return figures.sandbox(desired, outcome, monitor.endRequested());
    }

    private Outcome makeSandbox(
            DesiredPod desired,
            CreateSandbox action,
            RestartBackOff backOff,
            SyncTurn.Monitor monitor) {
        var problem = sandboxes.clearTheWay(desired, events);
        if (problem.isPresent()) {
            return Outcome.failed(problem.get(), backOff);
        }
        if (!action.stopFirst().isEmpty()) {
            events.sandboxChanged(desired);
        }
        try {
            action.stopFirst().forEach(runtime::stopSandbox);
            var spec = sandboxes.prepare(desired, action.attempt(), events);
            var slot = slots.take(desired, StartSlots.Step.SANDBOX, monitor);
            if (slot.isEmpty()) {
                return Outcome.done(backOff);
            }
            SandboxId sandbox;
            try (var _ = slot.get()) {
                sandbox = figures.run(spec.runtimeHandler(), () -> runtime.runSandbox(spec));
            }
            LOG.info("Sandbox created", "pod", desired.identity(), "attempt", action.attempt());
            return Outcome.made(Made.of(sandbox), backOff);
        } catch (RuntimeCallException failure) {
            return Outcome.failed(
                    unreachable(failure)
                            .orElseGet(() -> new WaitReason.SandboxFailed(failure.reason())),
                    backOff);
        } catch (HostCallException | IllegalArgumentException failure) {
            var reason = String.valueOf(failure.getMessage());
            return Outcome.failed(new WaitReason.SandboxFailed(reason), backOff);
        }
    }

    public Outcome startContainer(
            DesiredPod desired,
            PodObservation seen,
            StartContainer action,
            RestartBackOff backOff,
            SyncTurn.Monitor monitor) {
        var outcome = pullAndStart(desired, seen, action, backOff, monitor);
        return figures.container(desired.uid(), action.kind(), outcome);
    }

    private Outcome pullAndStart(
            DesiredPod desired,
            PodObservation seen,
            StartContainer action,
            RestartBackOff backOff,
            SyncTurn.Monitor monitor) {
        var container = container(desired, action.container());
        var now = execution.now();
        switch (images.ensure(desired, container, backOff, now)) {
            case ContainerImages.Result.Present present -> {
                var counted =
                        action.restartOf()
                                .map(ended -> counted(desired, container, backOff, ended, now))
                                .orElse(backOff);
                return createAndStart(desired, seen, action, container, present, counted, monitor);
            }
            case ContainerImages.Result.NotYet(var reason, var failedPulls) -> {
                var failedAt = execution.now();
                var counted = backOff;
                for (var key : failedPulls) {
                    counted =
                            counted.lengthened(key, failedAt, failedAt)
                                    .because(key, causes.ofPull(desired));
                }
                return Outcome.failed(reason, counted);
            }
        }
    }

    private RestartBackOff counted(
            DesiredPod desired,
            Container container,
            RestartBackOff backOff,
            Instant ended,
            Instant now) {
        var key = ContainerPlanner.backOffKey(container);
        return backOff.lengthened(key, ended, now)
                .because(key, causes.ofRestart(desired, container));
    }

    /// The waits of this pod's containers, begun anew where the cause of one has changed.
    RestartBackOff startedOver(DesiredPod desired, RestartBackOff backOff) {
        return backOff.entries().isEmpty()
                ? backOff
                : backOff.startedOver(causes.of(desired, backOff));
    }

    private Outcome createAndStart(
            DesiredPod desired,
            PodObservation seen,
            StartContainer action,
            Container container,
            ContainerImages.Result.Present image,
            RestartBackOff backOff,
            SyncTurn.Monitor monitor) {
        int attempt;
        try {
            var name = container.getName();
            var neverLogged = files.makeContainerLogDirectory(desired.identity(), name);
            attempt = counts.attempt(desired, seen, action, monitor.restarts(name), neverLogged);
        } catch (HostCallException failure) {
            events.failed(
                    desired,
                    container,
                    Optional.empty(),
                    "create container log directory for container %s failed: %s"
                            .formatted(container.getName(), failure.reason()));
            return Outcome.failed(new WaitReason.PodFilesFailed(failure.reason()), backOff);
        }
        var sandbox = sandbox(seen, action.sandbox());
        var ips = sandbox.map(ObservedSandbox::ips).orElse(List.of());
        var objection = NonRootPolicy.objection(desired.pod(), container, image.image().user());
        if (objection.isPresent()) {
            var reason =
                    new WaitReason.ContainerConfigFailed(
                            container.getName(), objection.get(), Optional.empty());
            events.failed(desired, container, Optional.empty(), reason.message());
            return Outcome.failed(reason, backOff);
        }
        ContainerSetup.Result.Ready prepared;
        switch (setup.prepare(desired, container, ips, image.volumes())) {
            case ContainerSetup.Result.Ready ready -> prepared = ready;
            case ContainerSetup.Result.Failed(var reason) -> {
                events.failed(desired, container, Optional.empty(), reason.message());
                return Outcome.failed(reason, backOff);
            }
        }
        var target = desired.targetOf(container.getName());
        var targetId = target.flatMap(seen::container).map(ObservedContainer::id);
        if (target.isPresent() && targetId.isEmpty()) {
            var reason =
                    new WaitReason.ContainerConfigFailed(
                            container.getName(),
                            "unable to find target container " + target.get(),
                            Optional.empty());
            events.failed(desired, container, Optional.empty(), reason.message());
            return Outcome.failed(reason, backOff);
        }
        var spec =
                ContainerSpecs.of(
                        desired, container, attempt, image.image(), prepared, targetId, node);
        var ofSandbox =
                sandboxes.prepare(
                        desired, sandbox.map(ObservedSandbox::attempt).orElse(0), PodEvents.SILENT);
        var log = new LogName(desired.identity(), container.getName(), attempt);
        var wish = new ContainerLauncher.Wish(desired, container, log);
        return switch (launcher.launch(
                wish, () -> runtime.createContainer(action.sandbox(), spec, ofSandbox), monitor)) {
            case ContainerLauncher.Launch.Done(var id) -> Outcome.made(Made.of(id), backOff);
            case ContainerLauncher.Launch.NotBegun _ -> Outcome.done(backOff);
            case ContainerLauncher.Launch.Failed(var reason) -> Outcome.failed(reason, backOff);
        };
    }

    /// The pod ends: it waits for no image any more.
    void leavePulls(PodUid pod) {
        images.leave(pod);
    }

    /// Nothing of the pod is there any more.
    void forget(PodUid pod) {
        sandboxes.forget(pod);
        figures.forget(pod);
    }

    /// The hooks of this pod that are waited for.
    ///
    /// Thread: any.
    public List<Wait> hooks(PodUid pod) {
        return hooks.waits(pod);
    }

    boolean outsideCgroup(DesiredPod desired, PodObservation seen) {
        return sandboxes.outsideCgroup(desired, seen);
    }

    PodEvents events() {
        return events;
    }

    /// Stops or removes; throws [RuntimeCallException].
    ///
    /// @param desired absent for a pod that was found in the runtime alone
    public void stop(Optional<DesiredPod> desired, PodAction action) {
        switch (action) {
            case PodAction.StopContainer stop -> stops.stop(desired, stop);
            case PodAction.StopSandbox stop -> runtime.stopSandbox(stop.id());
            case PodAction.RemoveContainer remove -> {
                // The log first: of a container that is gone nobody would know it any more.
                files.logs().removeAll(remove.log(), remove.id());
                runtime.removeContainer(remove.id());
            }
            case PodAction.DropContainer drop -> runtime.removeContainer(drop.id());
            case PodAction.RemoveSandbox remove -> {
                // A sandbox that died by itself still has its network until it is stopped.
                runtime.stopSandbox(remove.id());
                runtime.removeSandbox(remove.id());
            }
            case CreateSandbox _, StartContainer _ ->
                    throw new IllegalArgumentException("not a stop: " + action);
        }
    }

    ContainerStops stops() {
        return stops;
    }

    static Optional<WaitReason> unreachable(RuntimeCallException failure) {
        return failure.code() == RuntimeCallException.Code.UNAVAILABLE
                ? Optional.of(new WaitReason.RuntimeUnavailable(failure.reason()))
                : Optional.empty();
    }

    private static Optional<ObservedSandbox> sandbox(PodObservation seen, SandboxId id) {
        return seen.sandboxes().stream().filter(sandbox -> sandbox.id().equals(id)).findFirst();
    }

    private static Container container(DesiredPod desired, String name) {
        return ContainerStops.find(desired, name).orElseThrow();
    }
}
