package io.jubelet.core.pod;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.status.Phase;
import io.jubelet.core.status.PhaseCalculator;
import io.jubelet.core.status.PodView;
import io.jubelet.core.status.StatusCalculator;
import io.jubelet.core.sync.BackOffText;
import io.jubelet.core.sync.RestartBackOff;
import io.jubelet.core.sync.SyncTimes;
import io.jubelet.core.sync.SyncTurn;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.log.Log;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One pod's life on this node: reads its mail, takes a turn, says when to wake it.
///
/// Thread: its own virtual thread, `pod <namespace>/<name>`; the mailbox alone is shared.
/// Upstream: pod_workers.go podWorkerLoop.
final class PodWorker implements SyncTurn.Monitor {
    private static final Log LOG = Log.of(PodWorker.class);

    /// The topic under which back-offs are remembered.
    private static final String BACK_OFF = "back-off";

    private final PodIdentity identity;
    private final PodTools tools;
    private final TurnListener listener;
    private final Execution execution;
    private final Mailbox mailbox;

    private PodStage stage;
    private Optional<DesiredPod> desired;
    private boolean removed;
    private RestartBackOff backOff = RestartBackOff.NONE;
    private PodStatus status = PodStatus.getDefaultInstance();
    private List<Wait> waits = List.of();

    /// Is told how each turn ended.
    interface TurnListener {
        void turnEnded(PodIdentity pod, TurnEnd end);
    }

    private PodWorker(
            PodIdentity identity,
            Optional<DesiredPod> desired,
            PodStage stage,
            PodTools tools,
            TurnListener listener) {
        this.identity = identity;
        this.desired = desired;
        this.stage = stage;
        this.removed = desired.isEmpty();
        this.tools = tools;
        this.listener = listener;
        this.execution = tools.execution();
        this.mailbox = new Mailbox(execution.signal("pod " + identity));
    }

    /// A pod that some source wants.
    static PodWorker of(DesiredPod pod, PodStage stage, PodTools tools, TurnListener listener) {
        return new PodWorker(pod.identity(), Optional.of(pod), stage, tools, listener);
    }

    /// A pod that is in the runtime and in no source.
    static PodWorker ofOrphan(PodIdentity pod, PodTools tools, TurnListener listener) {
        var stage =
                new PodStage.Terminating(
                        tools.execution().now(), Optional.empty(), KillReason.ORPHANED);
        return new PodWorker(pod, Optional.empty(), stage, tools, listener);
    }

    void start() {
        execution.start(ThreadKind.POD, "pod " + identity, this::run);
        mailbox.poke();
    }

    Mailbox mailbox() {
        return mailbox;
    }

    private void run() {
        backOff =
                tools.memory()
                        .recall(identity.uid(), BACK_OFF)
                        .map(BackOffText::read)
                        .orElse(RestartBackOff.NONE);
        while (!(stage instanceof PodStage.Finished)) {
            mailbox.await();
            listener.turnEnded(identity, turn());
        }
    }

    /// One turn; whatever goes wrong in it stays in it.
    private TurnEnd turn() {
        try {
            return step();
        } catch (RuntimeCallException failure) {
            return retryLater(
                    failure.code() == RuntimeCallException.Code.UNAVAILABLE
                            ? new WaitReason.RuntimeUnavailable(failure.reason())
                            : new WaitReason.RuntimeCallFailed(
                                    failure.operation(), failure.reason()));
        } catch (HostCallException failure) {
            return retryLater(new WaitReason.PodFilesFailed(failure.reason()));
        } catch (RuntimeException | StackOverflowError bug) {
            LOG.error(bug, "A pod's turn failed unexpectedly", "pod", identity);
            return retryLater(new WaitReason.TurnFailed(bug.toString()));
        }
    }

    private TurnEnd retryLater(WaitReason reason) {
        var delay = SyncTimes.jittered(tools.times().afterError(), execution);
        var now = execution.now();
        waits = Wait.carriedOn(waits, List.of(Wait.Planned.until(reason, now.plus(delay))), now);
        LOG.warning(
                "A pod's turn failed",
                "pod",
                identity,
                "reason",
                reason.code(),
                "message",
                reason.message());
        publish();
        return new TurnEnd.Idle(delay);
    }

    private TurnEnd step() {
        var mail = mailbox.take();
        mail.desired().ifPresent(pod -> desired = Optional.of(pod));
        removed |= mail.removed();
        var grace = desired.map(DesiredPod::terminationGrace);
        enter(PodTransitions.next(stage, mail, grace, execution.now()));
        return switch (stage) {
            case PodStage.Waiting waiting -> wait(waiting);
            case PodStage.Syncing syncing -> sync(syncing, desired.orElseThrow());
            case PodStage.Terminating terminating -> terminate(terminating);
            case PodStage.Terminated terminated -> cleanUp(terminated);
            case PodStage.Finished _ -> new TurnEnd.Finished();
        };
    }

    private void enter(PodStage next) {
        if (!next.equals(stage)) {
            LOG.info(
                    "Pod enters a stage",
                    "pod",
                    identity,
                    "podUID",
                    identity.uid(),
                    "stage",
                    next.label());
            stage = next;
        }
    }

    private TurnEnd wait(PodStage.Waiting waiting) {
        var reason = new WaitReason.PredecessorStopping(waiting.predecessor());
        waits = Wait.carriedOn(waits, List.of(Wait.Planned.untilEvent(reason)), execution.now());
        recalculate(PodObservation.empty(identity, execution.tick()));
        publish();
        return idle();
    }

    private TurnEnd sync(PodStage.Syncing syncing, DesiredPod pod) {
        var result = tools.sync().run(pod, backOff, this);
        settle(result, pod);
        if (PhaseCalculator.calculate(pod, result.seen()).isFinal()) {
            enter(
                    syncing.toTerminating(
                            execution.now(),
                            Optional.of(pod.terminationGrace()),
                            KillReason.COMPLETED));
            return new TurnEnd.Again();
        }
        return untilNextTry(result.waits());
    }

    private TurnEnd untilNextTry(List<Wait.Planned> planned) {
        return planned.stream()
                .flatMap(wait -> wait.nextTry().stream())
                .min(Instant::compareTo)
                .<TurnEnd>map(next -> new TurnEnd.Idle(atLeastZero(next)))
                .orElseGet(this::idle);
    }

    private void settle(SyncTurn.Result result, DesiredPod pod) {
        waits = Wait.carriedOn(waits, result.waits(), execution.now());
        recalculate(result.seen());
        publish();
        LOG.v(4).info("Pod settled", "pod", pod.identity(), "phase", status.getPhase());
    }

    @Override
    public void observed(PodObservation seen) {
        recalculate(seen);
        publish();
    }

    @Override
    public void backedOff(RestartBackOff counted) {
        if (!counted.equals(backOff)) {
            backOff = counted;
            tools.memory().remember(identity.uid(), BACK_OFF, BackOffText.write(counted));
        }
    }

    @Override
    public boolean endRequested() {
        return mailbox.endRequested();
    }

    private TurnEnd terminate(PodStage.Terminating terminating) {
        var grace = terminating.grace().orElse(Duration.ZERO);
        var reason = new WaitReason.Stopping(containerNames(), grace);
        waits = Wait.carriedOn(waits, List.of(Wait.Planned.untilEvent(reason)), execution.now());
        publish();
        var left = tools.teardown().stop(identity, desired, terminating.grace());
        recalculate(left);
        waits = List.of();
        enter(terminating.toTerminated(execution.now()));
        publish();
        return new TurnEnd.Again();
    }

    private List<String> containerNames() {
        return desired.map(pod -> pod.containers().stream().map(c -> c.getName()).toList())
                .orElse(List.of());
    }

    private TurnEnd cleanUp(PodStage.Terminated terminated) {
        var mounted = tools.teardown().releaseVolumes(identity);
        if (!mounted.isEmpty()) {
            waits = Wait.carriedOn(waits, mounted, execution.now());
            publish();
            return untilNextTry(mounted);
        }
        if (!removed) {
            return idle();
        }
        // The folders go last: by them the next agent finds a pod that this one did not finish.
        tools.memory().forget(identity.uid());
        tools.teardown().remove(identity);
        enter(terminated.toFinished(execution.now()));
        tools.views().forget(identity.uid());
        return new TurnEnd.Finished();
    }

    /// The status from what is seen now; a final phase stays what it is, whatever is seen later.
    private void recalculate(PodObservation seen) {
        if (desired.isEmpty() || isFinal(status)) {
            return;
        }
        status =
                StatusCalculator.calculate(
                        desired.get(),
                        seen,
                        waits,
                        status,
                        tools.runtimeName().get(),
                        execution.now());
    }

    private static boolean isFinal(PodStatus status) {
        var phase = status.getPhase();
        return phase.equals(Phase.SUCCEEDED.text()) || phase.equals(Phase.FAILED.text());
    }

    private void publish() {
        tools.views()
                .publish(
                        new PodView(
                                identity,
                                desired.map(DesiredPod::pod),
                                stage.label(),
                                stage.since(),
                                status,
                                waits));
    }

    private TurnEnd idle() {
        return new TurnEnd.Idle(SyncTimes.jittered(tools.times().resync(), execution));
    }

    private Duration atLeastZero(Instant next) {
        var wait = Duration.between(execution.now(), next);
        return wait.isNegative() ? Duration.ZERO : wait;
    }
}
