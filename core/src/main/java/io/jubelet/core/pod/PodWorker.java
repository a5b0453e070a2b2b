package io.jubelet.core.pod;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.journal.Step;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.status.EndStatus;
import io.jubelet.core.sync.BackOffText;
import io.jubelet.core.sync.Plan;
import io.jubelet.core.sync.PlanText;
import io.jubelet.core.sync.RestartBackOff;
import io.jubelet.core.sync.SyncTimes;
import io.jubelet.core.sync.SyncTurn;
import io.jubelet.core.sync.TeardownTurn;
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
final class PodWorker implements SyncTurn.Monitor, TeardownTurn.Monitor {
    private static final Log LOG = Log.of(PodWorker.class);

    private final PodIdentity identity;
    private final PodTools tools;
    private final TurnListener listener;
    private final Execution execution;
    private final Mailbox mailbox;

    private final PodReport report;
    private final TurnMeter turns;

    private volatile PodStage stage;
    private Optional<DesiredPod> desired;
    private boolean removed;
    private boolean wantedAnew;
    private Optional<KillOrder> order = Optional.empty();
    private RestartBackOff backOff = RestartBackOff.NONE;

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
        this.turns = new TurnMeter(execution, tools.meter());
        this.mailbox = new Mailbox(execution.signal("pod " + identity));
        this.report =
                new PodReport(
                        identity,
                        desired.filter(pod -> !pod.isStatic())
                                .map(pod -> pod.pod().getStatus())
                                .orElse(PodStatus.getDefaultInstance()),
                        tools);
    }

    /// A pod that some source wants.
    static PodWorker of(DesiredPod pod, PodStage stage, PodTools tools, TurnListener listener) {
        return new PodWorker(pod.identity(), Optional.of(pod), stage, tools, listener);
    }

    /// A pod that is in the runtime and in no source. Each container is given what it was made
    /// with; upstream gives a second.
    static PodWorker ofOrphan(PodIdentity pod, PodTools tools, TurnListener listener) {
        var stage = PodStage.Terminating.orphaned(tools.execution().now());
        return new PodWorker(pod, Optional.empty(), stage, tools, listener);
    }

    /// A pod that may not run here: what is left of it ends, and its status says why.
    static PodWorker ofRejected(
            DesiredPod pod, EndStatus why, PodTools tools, TurnListener listener) {
        var stage =
                new PodStage.Terminating(
                        tools.execution().now(),
                        Optional.of(pod.terminationGrace()),
                        KillReason.REJECTED);
        var worker = new PodWorker(pod.identity(), Optional.of(pod), stage, tools, listener);
        worker.report.rejected(pod, why);
        return worker;
    }

    void start() {
        execution.start(ThreadKind.POD, "pod " + identity, this::run);
        mailbox.news();
    }

    Mailbox mailbox() {
        return mailbox;
    }

    PodReport report() {
        return report;
    }

    /// Whether no process of the pod is alive, and none ever will be.
    ///
    /// Thread: any.
    boolean withoutProcesses() {
        return PodStage.withoutProcesses(stage);
    }

    private void run() {
        backOff = BackOffText.recall(tools.memory(), identity.uid(), tools.times().restarts());
        while (!(stage instanceof PodStage.Finished)) {
            mailbox.await();
            if (mailbox.asks() && !nothingNew()) {
                listener.turnEnded(identity, turns.measured(this::turn));
            }
        }
    }

    /// Whether all that woke the worker are hints of what it has seen itself, as those of its own
    /// actions are.
    private boolean nothingNew() {
        return stage instanceof PodStage.Syncing && mailbox.dropHints(report::shows);
    }

    /// One turn; whatever goes wrong in it stays in it.
    private TurnEnd turn() {
        try {
            return step();
        } catch (RuntimeException | StackOverflowError failure) {
            return retryLater(TurnFailure.reason(identity, failure));
        }
    }

    private TurnEnd retryLater(WaitReason reason) {
        var delay = SyncTimes.jittered(tools.times().afterError(), execution);
        report.waitsFor(List.of(Wait.Planned.until(reason, execution.now().plus(delay))));
        LOG.warning(
                "A pod's turn failed",
                "pod",
                identity,
                "reason",
                reason.code(),
                "message",
                reason.message());
        report.doubts();
        publish();
        return new TurnEnd.Idle(delay);
    }

    private TurnEnd step() {
        readMail();
        turns.begins(stage, wantedAnew, removed || order.isPresent());
        return switch (stage) {
            case PodStage.Waiting waiting -> wait(waiting);
            case PodStage.Syncing syncing -> sync(syncing, desired.orElseThrow());
            case PodStage.Terminating _ -> terminate();
            case PodStage.Terminated terminated -> cleanUp(terminated);
            case PodStage.Finished _ -> new TurnEnd.Finished();
        };
    }

    private void readMail() {
        var mail = mailbox.take();
        mail.desired().ifPresent(pod -> desired = Optional.of(pod));
        wantedAnew = mail.desired().isPresent();
        report.heard(mail);
        removed |= mail.removed();
        mail.order().ifPresent(this::ordered);
        enter(PodTransitions.next(stage, mail, desired, execution.now()));
    }

    private void ordered(KillOrder newest) {
        if (withoutProcesses()) {
            newest.done().run();
            return;
        }
        report.endsBy(newest.endStatus());
        order = Optional.of(order.map(first -> first.and(newest)).orElse(newest));
    }

    private void enter(PodStage next) {
        if (!next.label().equals(stage.label())) {
            LOG.info(
                    "Pod enters a stage",
                    "pod",
                    identity,
                    "podUID",
                    identity.uid(),
                    "stage",
                    next.label());
            probesFollow(next);
        }
        stage = next;
    }

    private void probesFollow(PodStage next) {
        switch (next) {
            case PodStage.Waiting _, PodStage.Syncing _ -> {}
            case PodStage.Terminating _ -> tools.probes().ending(identity.uid());
            case PodStage.Terminated _, PodStage.Finished _ ->
                    tools.probes().forget(identity.uid());
        }
    }

    private TurnEnd wait(PodStage.Waiting waiting) {
        var reason = new WaitReason.PredecessorStopping(waiting.predecessor());
        report.waitsFor(List.of(Wait.Planned.untilEvent(reason)));
        report.saw(desired, PodObservation.empty(identity, execution.tick()), false);
        publish();
        return idle();
    }

    private TurnEnd sync(PodStage.Syncing syncing, DesiredPod pod) {
        if (report.untilDeadline(pod).filter(left -> !left.isPositive()).isPresent()) {
            endByDeadline(syncing, pod);
            return new TurnEnd.Again();
        }
        // What probes found out is told before the runtime is asked for anything.
        if (!wantedAnew && !report.begins() && report.sawAgain(desired)) {
            publish();
        }
        var result = tools.sync().run(pod, backOff, this);
        report.waitsFor(result.waits());
        report.saw(desired, result.seen(), false);
        if (result.outcome() == SyncTurn.Outcome.UNSURE) {
            report.doubts();
        }
        if (report.isFinal()) {
            tools.probes().nothingComesBack(identity.uid());
        }
        publish();
        if (report.isFinal() || result.outcome() == SyncTurn.Outcome.OVER) {
            enter(
                    syncing.toTerminating(
                            execution.now(),
                            Optional.of(pod.terminationGrace()),
                            KillReason.COMPLETED));
            return new TurnEnd.Again();
        }
        var next = untilNextTry(result.waits(), result.lookAgain());
        // Since when the pod is active may have been found in this very turn.
        return new TurnEnd.Idle(
                report.untilDeadline(pod).filter(left -> left.compareTo(next) < 0).orElse(next));
    }

    private Duration untilNextTry(List<Wait.Planned> planned, Optional<Instant> again) {
        return NextLookCalculator.after(planned, again, execution.now(), tools.untilResync());
    }

    private void endByDeadline(PodStage.Syncing syncing, DesiredPod pod) {
        tools.sync().tellDeadline(pod, ActiveDeadline.PASSED);
        report.endsBy(ActiveDeadline.PASSED);
        enter(
                syncing.toTerminating(
                        execution.now(), Optional.of(pod.terminationGrace()), KillReason.DEADLINE));
    }

    @Override
    public Optional<PodObservation> known() {
        return report.known();
    }

    @Override
    public void observed(PodObservation seen) {
        report.saw(desired, seen, false);
        report.publishMeanwhile(desired, stage);
    }

    @Override
    public void planned(Plan plan, PodObservation seen) {
        report.acts();
        tools.journal().note(identity, Step.PLANNED, PlanText.of(plan, seen));
    }

    @Override
    public void backedOff(RestartBackOff counted) {
        if (!counted.equals(backOff)) {
            backOff = counted;
            BackOffText.remember(tools.memory(), identity.uid(), counted);
        }
    }

    @Override
    public int restarts(String container) {
        return report.restarts(container);
    }

    @Override
    public boolean endRequested() {
        return mailbox.endRequested();
    }

    private TurnEnd terminate() {
        sayStopping();
        var left = tools.teardown().stop(identity, desired, this);
        report.waitsForNothing();
        report.saw(desired, left, true);
        if (stage instanceof PodStage.Terminating terminating) {
            enter(terminating.toTerminated(execution.now()));
        }
        publish();
        order.ifPresent(obeyed -> obeyed.done().run());
        order = Optional.empty();
        return new TurnEnd.Again();
    }

    private void sayStopping() {
        var names = desired.map(DesiredPod::containerNames).orElse(List.of());
        var reason = new WaitReason.Stopping(names, grace().orElse(Duration.ZERO));
        report.waitsFor(List.of(Wait.Planned.untilEvent(reason)));
        publish();
    }

    /// Reads the mail too: a deletion may be hastened while the pod ends.
    @Override
    public Optional<Duration> grace() {
        readMail();
        return stage instanceof PodStage.Terminating terminating
                ? terminating.grace()
                : Optional.empty();
    }

    /// What woke it may be a probe, and others want to know of those while a pod ends.
    @Override
    public void await() {
        mailbox.await();
        if (stage instanceof PodStage.Terminating && report.sawAgain(desired)) {
            publish();
        }
    }

    @Override
    public void await(Duration atMost) {
        mailbox.await(atMost);
    }

    @Override
    public void waitsFor(Optional<WaitReason> reason) {
        report.waitsFor(reason.map(Wait.Planned::untilEvent).stream().toList());
        reason.ifPresent(_ -> report.publishMeanwhile(desired, stage));
    }

    @Override
    public void wake() {
        mailbox.rouse();
    }

    @Override
    public void comeAgain() {
        mailbox.news();
    }

    private TurnEnd cleanUp(PodStage.Terminated terminated) {
        var left = tools.teardown().release(identity, terminated.since());
        if (!left.isEmpty()) {
            report.waitsFor(left);
            publish();
            return new TurnEnd.Idle(untilNextTry(left, Optional.empty()));
        }
        report.waitsForNothing();
        report.close(desired);
        publish();
        if (!removed) {
            return idle();
        }
        // The folders go last: by them the next agent finds a pod that this one did not finish.
        tools.memory().forget(identity.uid());
        tools.teardown().remove(identity, mailbox.returns());
        enter(terminated.toFinished(execution.now()));
        tools.views().forget(identity.uid());
        tools.statuses().finished(identity.uid());
        tools.journal().note(identity, Step.GONE, "nothing of it is left on this node");
        return new TurnEnd.Finished();
    }

    private void publish() {
        report.publish(desired, stage);
    }

    private TurnEnd idle() {
        return new TurnEnd.Idle(tools.untilResync());
    }
}
