package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.observation.PodObserver;
import io.jubelet.core.observation.PodObserver.Made;
import io.jubelet.core.probe.PodProbes;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.status.EndStatus;
import io.jubelet.core.status.ProbeResults;
import io.jubelet.core.sync.PodAction.CreateSandbox;
import io.jubelet.core.sync.PodAction.StartContainer;
import io.jubelet.core.volume.PodVolumes;
import io.jubelet.core.waiting.CgroupNotMade;
import io.jubelet.core.waiting.RuntimeClassMissing;
import io.jubelet.core.waiting.UserNamespaceRefused;
import io.jubelet.core.waiting.VolumeImageMissing;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.log.Log;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// One turn of a pod that should run: what happens to it, in order.
///
/// Thread: the pod's worker.
/// Upstream: kubelet.go SyncPod.
public final class SyncTurn {
    private static final Log LOG = Log.of(SyncTurn.class);

    /// A pod that is not settled after this many rounds of plan and act is given a rest.
    private static final int MOST_ROUNDS = 50;

    private final Execution execution;
    private final PodObserver observer;
    private final PodActionExecutor executor;
    private final PodFiles files;
    private final PodVolumes volumes;
    private final PodProbes probes;
    private final NetworkState network;
    private final ProbeResults results;
    private final SyncTimes times;
    private final DeadContainerLimits dead;
    private final PodEvents events;

    public SyncTurn(
            Execution execution,
            PodObserver observer,
            PodActionExecutor executor,
            PodFiles files,
            PodVolumes volumes,
            PodProbes probes,
            NetworkState network,
            ProbeResults results,
            SyncTimes times,
            DeadContainerLimits dead) {
        this.execution = execution;
        this.observer = observer;
        this.executor = executor;
        this.files = files;
        this.volumes = volumes;
        this.probes = probes;
        this.network = network;
        this.results = results;
        this.times = times;
        this.dead = dead;
        this.events = executor.events();
    }

    /// Whether the runtime's network can take pods.
    @FunctionalInterface
    public interface NetworkState {
        /// What is wrong with it; empty when nothing is.
        Optional<String> problem();
    }

    /// Who follows a turn. What it is told stands even if the turn fails later.
    public interface Monitor {
        /// What was last seen, if nothing can have changed since.
        Optional<PodObservation> known();

        void observed(PodObservation seen);

        /// What will be done next, decided on what was last observed.
        void planned(Plan plan, PodObservation seen);

        void backedOff(RestartBackOff backOff);

        /// How often the container was last said to have been restarted.
        int restarts(String container);

        /// Whether the pod's end has been asked for: then no new action begins.
        boolean endRequested();

        /// Waits until woken, by `wake` or by news of the pod.
        void await();

        /// The same for so long at most.
        void await(Duration atMost);

        void wake();

        /// Asks for another turn right after this one.
        void comeAgain();

        /// What the turn waits for in its middle; empty when that is over.
        void waitsFor(Optional<WaitReason> reason);
    }

    /// Where a turn left the pod.
    ///
    /// @param lookAgain when there is more to do that nobody waits for
    public record Result(
            PodObservation seen,
            List<Wait.Planned> waits,
            Outcome outcome,
            Optional<Instant> lookAgain) {
        public Result {
            waits = List.copyOf(waits);
        }

        Result(PodObservation seen, List<Wait.Planned> waits) {
            this(seen, waits, Outcome.SETTLED, Optional.empty());
        }
    }

    public enum Outcome {
        /// Nothing is left to do for now.
        SETTLED,

        /// A call failed, and may take effect yet: what was seen after it is to be read again.
        UNSURE,

        /// The pod has nothing to live for any more, and what runs of it may end.
        OVER
    }

    /// Throws [RuntimeCallException] when the pod cannot be observed or
    /// something of it cannot be stopped.
    public Result run(DesiredPod desired, RestartBackOff backOff, Monitor monitor) {
        var unsupported = UnsupportedFields.of(desired);
        if (!unsupported.isEmpty()) {
            var reason = new WaitReason.NotSupportedYet(unsupported);
            events.notSupported(desired, reason);
            return waiting(desired, reason, monitor);
        }
        var networkProblem = network.problem();
        if (networkProblem.isPresent() && !desired.hostNetwork()) {
            var retry = execution.now().plus(times.networkRetry());
            var reason = new WaitReason.NetworkNotReady(networkProblem.get());
            events.networkNotReady(desired, reason);
            return new Result(known(desired, monitor), List.of(Wait.Planned.until(reason, retry)));
        }
        try {
            files.makePodDirectories(desired.identity());
        } catch (HostCallException failure) {
            events.foldersFailed(desired, failure.reason());
            return waiting(desired, new WaitReason.PodFilesFailed(failure.reason()), monitor);
        }
        // The sandbox needs no volume: it is made while those are that need but a moment.
        if (volumes.want(desired) instanceof PodVolumes.State.NotYet(var waits, var soon)
                && !soon) {
            return new Result(known(desired, monitor), waits);
        }
        var result = converge(desired, backOff, monitor);
        events.backOffs(desired, result.waits());
        return result;
    }

    /// Tells people that the pod ends because it was active for too long.
    public void tellDeadline(DesiredPod desired, EndStatus why) {
        events.deadlinePassed(desired, why.reason(), why.message());
    }

    private Result waiting(DesiredPod desired, WaitReason reason, Monitor monitor) {
        return new Result(known(desired, monitor), List.of(afterError(reason)));
    }

    private PodObservation known(DesiredPod desired, Monitor monitor) {
        return monitor.known()
                .map(seen -> follow(desired, () -> seen))
                .orElseGet(() -> observe(desired));
    }

    private PodObservation observe(DesiredPod desired) {
        return follow(desired, () -> observer.observe(desired.identity()));
    }

    private PodObservation follow(DesiredPod desired, Supplier<PodObservation> look) {
        try {
            var seen = look.get();
            probes.follow(desired, seen);
            return seen;
        } catch (RuntimeCallException failure) {
            if (failure.code() != RuntimeCallException.Code.UNAVAILABLE) {
                events.notObserved(desired, failure.reason());
            }
            throw failure;
        }
    }

    private Result converge(DesiredPod desired, RestartBackOff backOff, Monitor monitor) {
        var counted = executor.startedOver(desired, backOff);
        monitor.backedOff(counted);
        var known = monitor.known();
        Supplier<PodObservation> look =
                () -> known.orElseGet(() -> observer.observe(desired.identity()));
        for (var round = 0; round < MOST_ROUNDS; round++) {
            var seen = follow(desired, look);
            monitor.observed(seen);
            if (!monitor.endRequested() && cleared(desired, seen)) {
                look = () -> observer.again(seen, Made.NOTHING);
                continue;
            }
            var plan =
                    PodPlanner.plan(
                            new PlanInput(
                                    desired,
                                    seen,
                                    results,
                                    probes.verdicts(desired.uid()),
                                    counted,
                                    dead,
                                    execution.now()));
            if (plan.over() || plan.actions().isEmpty() || monitor.endRequested()) {
                var outcome = plan.over() ? Outcome.OVER : Outcome.SETTLED;
                return new Result(seen, plan.waits(), outcome, plan.lookAgain());
            }
            if (plan.startsContainers()
                    && volumes.want(desired) instanceof PodVolumes.State.NotYet(var waits, _)) {
                return new Result(seen, waits);
            }
            monitor.planned(plan, seen);
            var failures = new ArrayList<Wait.Planned>();
            var made = Made.NOTHING;
            for (var action : plan.actions()) {
                if (monitor.endRequested()) {
                    break;
                }
                var outcome = act(desired, seen, action, counted, monitor);
                outcome.failure().map(reason -> retry(reason, outcome)).ifPresent(failures::add);
                counted = outcome.backOff();
                made = made.and(outcome.made());
                if (action instanceof CreateSandbox && !monitor.endRequested()) {
                    failures.forEach(failure -> tellSandboxFailed(desired, failure.reason()));
                }
                monitor.backedOff(counted);
                if (holdsTheOthers(desired, failures)) {
                    break;
                }
            }
            if (!failures.isEmpty()) {
                var outcome = outcomeOf(failures);
                failures.addAll(plan.waits());
                var after = observe(desired);
                if (after.showsAnEndSince(seen)) {
                    monitor.comeAgain();
                }
                return new Result(after, failures, outcome, Optional.empty());
            }
            var since = made;
            look =
                    plan.onlyStartsContainers()
                            ? () -> observer.withStarted(seen, since)
                            : () -> observer.again(seen, since);
        }
        return new Result(
                observe(desired),
                List.of(afterError(new WaitReason.TurnFailed("the pod does not settle"))));
    }

    /// A pull makes nothing of the pod itself; any other call may be carried out after its time.
    private static Outcome outcomeOf(List<Wait.Planned> failures) {
        return failures.stream().allMatch(it -> it.reason() instanceof WaitReason.OfPull)
                ? Outcome.SETTLED
                : Outcome.UNSURE;
    }

    /// Containers start in their order, so that one whose image is coming holds those after it; who
    /// only came to look holds nobody.
    private static boolean holdsTheOthers(DesiredPod desired, List<Wait.Planned> failures) {
        return failures.stream()
                .map(Wait.Planned::reason)
                .anyMatch(
                        reason ->
                                reason instanceof WaitReason.OfPull pull
                                        && desired.ephemeralContainers().stream()
                                                .noneMatch(
                                                        it ->
                                                                it.getName()
                                                                        .equals(pull.container())));
    }

    /// Stops all of a pod that runs outside of its cgroup; answers whether there was anything.
    private boolean cleared(DesiredPod desired, PodObservation seen) {
        if (!executor.outsideCgroup(desired, seen)) {
            return false;
        }
        LOG.warning("A pod runs outside of its cgroup: starting over", "pod", desired.identity());
        TeardownPlanner.startOver(seen, desired, PodAction.Reason.OUTSIDE_CGROUP)
                .forEach(action -> executor.stop(Optional.of(desired), action));
        return true;
    }

    private void tellSandboxFailed(DesiredPod desired, WaitReason why) {
        switch (why) {
            case WaitReason.SandboxFailed failed -> events.sandboxFailed(desired, failed.detail());
            case RuntimeClassMissing missing ->
                    events.sandboxFailed(desired, missing.problem().message());
            case UserNamespaceRefused refused -> events.sandboxFailed(desired, refused.detail());
            case CgroupNotMade _ -> {}
            case WaitReason.RuntimeUnavailable away -> events.sandboxFailed(desired, away.detail());
            default -> throw new IllegalArgumentException("not about a sandbox: " + why.code());
        }
    }

    private PodActionExecutor.Outcome act(
            DesiredPod desired,
            PodObservation seen,
            PodAction action,
            RestartBackOff backOff,
            Monitor monitor) {
        return switch (action) {
            case CreateSandbox create -> executor.createSandbox(desired, create, backOff, monitor);
            case StartContainer start ->
                    executor.startContainer(desired, seen, start, backOff, monitor);
            case PodAction.StopContainer stop -> {
                if (stop.makesRoom(desired)) {
                    probes.condemn(desired.uid(), stop.id());
                }
                executor.stop(Optional.of(desired), action);
                yield PodActionExecutor.Outcome.done(backOff);
            }
            case PodAction.StopSandbox _,
                    PodAction.RemoveContainer _,
                    PodAction.DropContainer _,
                    PodAction.RemoveSandbox _ -> {
                executor.stop(Optional.of(desired), action);
                yield PodActionExecutor.Outcome.done(backOff);
            }
        };
    }

    /// A pull tells when it is over, a failed one is tried again when its back-off ends, and
    /// everything else after the usual time.
    private Wait.Planned retry(WaitReason reason, PodActionExecutor.Outcome outcome) {
        if (reason instanceof WaitReason.OfPull) {
            return Wait.Planned.untilEvent(reason);
        }
        var why = reason instanceof VolumeImageMissing(_, var of) ? of : reason;
        var image =
                switch (why) {
                    case WaitReason.ImagePullFailed failed -> Optional.of(failed.image());
                    case WaitReason.ImagePullBackOff backOff -> Optional.of(backOff.image());
                    default -> Optional.<String>empty();
                };
        return image.flatMap(
                        name ->
                                outcome.backOff()
                                        .retryAfterLast(
                                                RestartBackOff.PULL + name, execution.now()))
                .map(end -> Wait.Planned.until(reason, nextLook(why, end)))
                .orElseGet(() -> afterError(reason));
    }

    /// A pull that failed is looked at once more before its back-off ends, and is shown as held
    /// back from then on.
    private Instant nextLook(WaitReason why, Instant end) {
        if (!(why instanceof WaitReason.ImagePullFailed)) {
            return end;
        }
        var look = execution.now().plus(SyncTimes.jittered(times.afterError(), execution));
        return look.isBefore(end) ? look : end;
    }

    private Wait.Planned afterError(WaitReason reason) {
        return Wait.Planned.until(
                reason, execution.now().plus(SyncTimes.jittered(times.afterError(), execution)));
    }
}
