package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.sync.PodAction.Reason;
import java.util.Optional;

/// Decides what to do next with one pod. Pure: same input, same plan.
///
/// It plans one layer at a time — stop what must not run, make the sandbox, start containers — and
/// is asked again on a new observation until it has nothing to do, so no action ever rests on the
/// supposed outcome of another.
///
/// Upstream: kuberuntime_manager.go computePodActions.
public final class PodPlanner {
    private final DesiredPod desired;
    private final PodObservation seen;
    private final PlanInput input;
    private final PlanDraft draft;

    private PodPlanner(PlanInput input) {
        this.input = input;
        this.desired = input.desired();
        this.seen = input.seen();
        this.draft = new PlanDraft(input);
    }

    public static Plan plan(PlanInput input) {
        return new PodPlanner(input).plan();
    }

    private Plan plan() {
        if (new RestartAllPlanner(input, draft).plan()) {
            return draft.finish(false);
        }
        var sandbox = usableSandbox();
        var over = false;
        if (sandbox.isPresent()) {
            over = planContainers(sandbox.get());
        } else {
            planSandbox();
        }
        if (draft.idle()) {
            draft.clearUp(DeadContainers.of(seen, input.dead(), input.now()));
        }
        return draft.finish(over);
    }

    /// The one sandbox that containers can live in. Several ready ones are as bad as none.
    private Optional<ObservedSandbox> usableSandbox() {
        if (seen.sandboxes().isEmpty() || seen.readySandboxes().count() > 1) {
            return Optional.empty();
        }
        return Optional.of(seen.sandboxes().getFirst())
                .filter(ObservedSandbox::ready)
                .filter(sandbox -> sandbox.hostNetwork() == desired.hostNetwork())
                .filter(sandbox -> sandbox.hostNetwork() || !sandbox.ips().isEmpty());
    }

    private void planSandbox() {
        StopOrderCalculator.next(seen, Optional.of(desired))
                .forEach(container -> draft.stop(container, Reason.SANDBOX_CHANGED));
        if (draft.idle()) {
            seen.readySandboxes()
                    .map(s -> new PodAction.StopSandbox(s.id(), Reason.SANDBOX_CHANGED))
                    .forEach(draft::add);
        }
        if (draft.idle() && somethingLeftToRun()) {
            var attempt = seen.sandboxes().stream().mapToInt(ObservedSandbox::attempt).max();
            var dead = seen.sandboxes().stream().map(ObservedSandbox::id).toList();
            draft.add(new PodAction.CreateSandbox(attempt.orElse(-1) + 1, dead));
        }
    }

    /// A pod whose containers have all ended for good needs no sandbox again, nor does one that
    /// never restarts anything and has run before, or whose initialisation failed for good.
    private boolean somethingLeftToRun() {
        if (desired.initContainers().stream().anyMatch(this::failedForGood)) {
            return false;
        }
        if (!desired.mayRestart() && !seen.containers().isEmpty()) {
            return seen.containers().stream().allMatch(c -> c.state() == ContainerState.CREATED);
        }
        return desired.containers().stream()
                .anyMatch(
                        container ->
                                seen.container(container.getName())
                                        .filter(ObservedContainer::exited)
                                        .map(ended -> input.startsAgain(container, ended))
                                        .orElse(true));
    }

    private boolean failedForGood(Container init) {
        return !DesiredPod.isSidecar(init)
                && seen.container(init.getName())
                        .flatMap(ObservedContainer::exit)
                        .map(ObservedContainer.Exit::code)
                        .filter(code -> code != 0 && !desired.restartsAfter(init, code))
                        .isPresent();
    }

    /// Answers whether every regular container has ended for good.
    private boolean planContainers(ObservedSandbox sandbox) {
        stopStrays(sandbox);
        if (!draft.idle()) {
            return false;
        }
        var containers = new ContainerPlanner(input, sandbox, draft);
        var init = new InitPlanner(desired, containers, draft);
        if (desired.containers().stream().allMatch(containers::endedForGood)) {
            return true;
        }
        startEphemeral(containers);
        if (initialised(containers, init)) {
            desired.containers().forEach(it -> containers.plan(it, ContainerKind.REGULAR));
        }
        return false;
    }

    /// Containers that no longer belong: of another sandbox, or of a name the pod does not have.
    private void stopStrays(ObservedSandbox sandbox) {
        for (var container : seen.containers()) {
            var newest = seen.container(container.name()).filter(container::equals).isPresent();
            if (StopOrderCalculator.alive(container)
                    && (!newest || !container.sandbox().equals(sandbox.id()))) {
                draft.stop(container, Reason.SANDBOX_CHANGED);
            }
        }
    }

    /// Plans what comes before the regular containers; answers whether they may run. Once one of
    /// them has run they may, whatever the runtime still holds of the others.
    private boolean initialised(ContainerPlanner containers, InitPlanner init) {
        var started =
                desired.containers().stream()
                        .flatMap(container -> containers.here(container).stream())
                        .anyMatch(container -> container.state() != ContainerState.CREATED);
        if (started) {
            init.keepSidecars();
        }
        return started || init.initialise();
    }

    /// They start once, also while the pod is being initialised.
    private void startEphemeral(ContainerPlanner containers) {
        desired.ephemeralContainers().forEach(it -> containers.plan(it, ContainerKind.EPHEMERAL));
    }
}
