package io.jubelet.core.pod;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.status.EndStatus;
import io.jubelet.core.status.FinalStatusCalculator;
import io.jubelet.core.status.Phase;
import io.jubelet.core.status.PodView;
import io.jubelet.core.status.StatusCalculator;
import io.jubelet.core.status.StatusInput;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What one pod's worker says of its pod: the status, and what is waited for.
///
/// Thread: the pod's worker.
final class PodReport {
    /// A turn that takes longer is told of before it is over.
    private static final Duration LONGEST_TURN = Duration.ofMillis(500);

    /// So soon after its start a server has mostly answered its first probe.
    private static final Duration FIRST_PROBES = Duration.ofMillis(30);

    private final PodIdentity identity;
    private final PodTools tools;
    private final Execution execution;
    private final ActiveDeadline deadline;
    private PodStatus status;
    private Optional<EndStatus> end = Optional.empty();
    private List<Wait> waits = List.of();
    private final LastLook lastLook = new LastLook();
    private boolean observed;
    private boolean decided;
    private boolean frozen;
    private Optional<PodSpec> closed = Optional.empty();
    private boolean acting;
    private boolean released;

    /// @param before what the API server has of it
    PodReport(PodIdentity identity, PodStatus before, PodTools tools) {
        this.identity = identity;
        this.status = before;
        this.tools = tools;
        this.execution = tools.execution();
        this.deadline = new ActiveDeadline(execution);
    }

    List<Wait> waits() {
        return waits;
    }

    /// Whether the pod will never run again.
    boolean isFinal() {
        return observed && Phase.isFinal(status.getPhase());
    }

    /// How often the container was last said to have been restarted.
    int restarts(String container) {
        return Stream.of(
                        status.getInitContainerStatusesList(),
                        status.getContainerStatusesList(),
                        status.getEphemeralContainerStatusesList())
                .flatMap(List::stream)
                .filter(it -> it.getName().equals(container))
                .mapToInt(ContainerStatus::getRestartCount)
                .findFirst()
                .orElse(0);
    }

    /// How long the pod may still be active, if that is limited and it has begun.
    Optional<Duration> untilDeadline(DesiredPod pod) {
        return deadline.left(
                pod,
                status.hasStartTime()
                        ? Optional.of(Instant.ofEpochSecond(status.getStartTime().getSeconds()))
                        : Optional.empty());
    }

    void waitsFor(List<Wait.Planned> planned) {
        // What holds up the whole pod decides nothing about its containers.
        decided |= planned.stream().allMatch(it -> it.reason() instanceof WaitReason.OfContainer);
        waits = Wait.carriedOn(waits, planned, execution.now());
    }

    void waitsForNothing() {
        decided = true;
        waits = List.of();
    }

    /// The node ends the pod: from the next calculation on the status says why.
    void endsBy(EndStatus why) {
        end = end.or(() -> Optional.of(why));
    }

    /// The pod may not run here; nothing that is seen later changes that.
    void rejected(DesiredPod pod, EndStatus why) {
        status = StatusCalculator.rejected(pod, why, status);
        observed = true;
        frozen = true;
    }

    /// The status from what is seen now; a final phase stays what it is, whatever is seen later.
    ///
    /// @param stopped whether the pod's processes have been ended
    void saw(Optional<DesiredPod> desired, PodObservation seen, boolean stopped) {
        if (desired.isEmpty() || frozen) {
            return;
        }
        lastLook.saw(seen);
        show(desired.get(), seen, stopped);
    }

    private void show(DesiredPod desired, PodObservation seen, boolean stopped) {
        observed = true;
        var before = status;
        status = calculate(desired, seen, stopped);
        EndDiff.between(before, status, desired, seen).forEach(tools.meter()::tell);
    }

    private PodStatus calculate(DesiredPod pod, PodObservation seen, boolean stopped) {
        return StatusCalculator.calculate(
                new StatusInput(
                        pod,
                        seen,
                        waits,
                        status,
                        stopped,
                        end,
                        tools.nodeSide().get(),
                        execution.now(),
                        !decided));
    }

    /// The same as when the pod was last looked at, but for what its probes say; answers whether
    /// that made a difference.
    boolean sawAgain(Optional<DesiredPod> desired) {
        var before = status;
        if (desired.isPresent() && !frozen) {
            lastLook.seen().ifPresent(seen -> show(desired.get(), seen, false));
        }
        return !status.equals(before);
    }

    /// Whether what the event tells of was seen when the pod was last looked at.
    boolean shows(RuntimeEvent event) {
        return lastLook.seen().filter(seen -> seen.shows(event)).isPresent();
    }

    /// Nobody can have made anything of the pod yet.
    void seesNothing() {
        lastLook.saw(PodObservation.empty(identity, execution.tick()));
    }

    /// What was last seen of the pod, if one may still go by that.
    Optional<PodObservation> known() {
        return lastLook.stillTrue(execution.tick());
    }

    void doubts() {
        lastLook.doubt();
    }

    void heard(PodMail mail) {
        if (mail.look() == Look.RUNTIME || !mail.hints().stream().allMatch(this::shows)) {
            doubts();
        }
    }

    /// Nothing of the pod will be seen any more: this is its last status, unless somebody adds a
    /// container to look into it. That one never runs, but whoever added it reads of it here; a
    /// later agent, which begins with such a pod, would say the same.
    void close(Optional<DesiredPod> desired) {
        released = true;
        if (!frozen) {
            frozen = true;
            desired.ifPresent(this::end);
        } else if (closed.isPresent()) {
            desired.filter(pod -> !closed.get().equals(pod.pod().getSpec())).ifPresent(this::end);
        }
    }

    private void end(DesiredPod pod) {
        var again = closed.isPresent() ? lastLook.seen() : Optional.<PodObservation>empty();
        closed = Optional.of(pod.pod().getSpec());
        again.ifPresent(seen -> status = calculate(pod, seen, true));
        status = FinalStatusCalculator.calculate(pod, status);
    }

    /// Something is being done to the pod, after which its probes have their say.
    void acts() {
        acting = true;
    }

    /// Whether there is nothing of the pod yet.
    boolean begins() {
        return lastLook.seen().filter(PodObservation::isEmpty).isPresent();
    }

    /// In the middle of a turn. What is seen after something was done is mostly but a moment away
    /// from what the turn makes of it, and so is a pod of which there is nothing yet: one that
    /// starts at once is told of when it runs.
    void publishMeanwhile(Optional<DesiredPod> desired, PodStage stage) {
        publish(desired, stage, acting || begins() ? Optional.of(LONGEST_TURN) : Optional.empty());
    }

    void publish(Optional<DesiredPod> desired, PodStage stage) {
        publish(desired, stage, acting ? Optional.of(FIRST_PROBES) : Optional.empty());
        acting = false;
    }

    private void publish(
            Optional<DesiredPod> desired, PodStage stage, Optional<Duration> moreComesIn) {
        var view =
                new PodView(
                        identity,
                        desired.map(DesiredPod::pod),
                        stage.label(),
                        stage.since(),
                        status,
                        waits,
                        PodStage.withoutProcesses(stage),
                        released);
        tools.views().publish(view);
        tools.journal().saw(view);
        if (observed) {
            moreComesIn.ifPresentOrElse(
                    time -> tools.statuses().changing(view, time),
                    () -> tools.statuses().changed(view));
        }
    }
}
