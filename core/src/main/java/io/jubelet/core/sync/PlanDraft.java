package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.probe.ProbeVerdicts;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A plan while it is made.
///
/// Thread: whoever plans; lives for one plan.
final class PlanDraft {
    private final PlanInput input;
    private final List<PodAction> actions = new ArrayList<>();
    private final List<Wait.Planned> waits = new ArrayList<>();
    private Optional<Instant> lookAgain = Optional.empty();

    PlanDraft(PlanInput input) {
        this.input = input;
    }

    boolean idle() {
        return actions.isEmpty();
    }

    void add(PodAction action) {
        actions.add(action);
    }

    void start(
            Container container,
            ContainerKind kind,
            int attempt,
            ObservedSandbox sandbox,
            Optional<Instant> restartOf) {
        add(
                new PodAction.StartContainer(
                        container.getName(), kind, attempt, sandbox.id(), restartOf));
    }

    /// Stops what its probes condemn.
    void stop(ObservedContainer container, ProbeVerdicts.Failed failed) {
        var reason =
                switch (failed.kind()) {
                    case STARTUP -> Reason.STARTUP_FAILED;
                    case LIVENESS -> Reason.LIVENESS_FAILED;
                    case READINESS -> throw new IllegalArgumentException("not a reason to stop");
                };
        var grace = failed.grace().orElse(input.desired().terminationGrace());
        add(new PodAction.StopContainer(container.id(), container.name(), grace, reason));
    }

    void stop(ObservedContainer container, Reason reason) {
        add(
                new PodAction.StopContainer(
                        container.id(),
                        container.name(),
                        input.desired().terminationGrace(),
                        reason));
    }

    void remove(ObservedContainer container) {
        add(PodAction.RemoveContainer.of(input.desired().identity(), container));
    }

    void clearUp(DeadContainers.Leftovers leftovers) {
        leftovers.removals().forEach(this::add);
        lookAgain = leftovers.nextAt();
    }

    void waitFor(WaitReason event) {
        waits.add(Wait.Planned.untilEvent(event));
    }

    void waitUntil(WaitReason reason, Instant time) {
        waits.add(Wait.Planned.until(reason, time));
    }

    Plan finish(boolean over) {
        return new Plan(actions, waits, over, lookAgain);
    }
}
