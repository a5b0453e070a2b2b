package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.model.pod.ContainerHash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides what to do next with one pod. Pure: same arguments, same plan.
///
/// It plans one layer at a time — stop what must not run, make the sandbox, start containers — and
/// is asked again on a new observation until it has nothing to do, so no action ever rests on the
/// supposed outcome of another.
///
/// Upstream: kuberuntime_manager.go computePodActions.
public final class PodPlanner {
    private final DesiredPod desired;
    private final PodObservation seen;
    private final RestartBackOff backOff;
    private final Instant now;
    private final List<PodAction> actions = new ArrayList<>();
    private final List<Wait.Planned> waits = new ArrayList<>();

    private PodPlanner(
            DesiredPod desired, PodObservation seen, RestartBackOff backOff, Instant now) {
        this.desired = desired;
        this.seen = seen;
        this.backOff = backOff;
        this.now = now;
    }

    public static Plan plan(
            DesiredPod desired, PodObservation seen, RestartBackOff backOff, Instant now) {
        return new PodPlanner(desired, seen, backOff, now).plan();
    }

    /// The key under which a container's crashes are counted: another image starts over.
    static String backOffKey(Container container) {
        return container.getName() + "@" + container.getImage();
    }

    private Plan plan() {
        var sandbox = usableSandbox();
        if (sandbox.isPresent()) {
            planContainers(sandbox.get());
        } else {
            planSandbox();
        }
        if (actions.isEmpty()) {
            actions.addAll(DeadContainers.toRemove(seen));
        }
        return new Plan(actions, waits);
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
        for (var container : seen.containers()) {
            if (container.running() || container.state() == ContainerState.UNKNOWN) {
                stop(container, Reason.SANDBOX_CHANGED);
            }
        }
        seen.readySandboxes()
                .forEach(
                        s ->
                                actions.add(
                                        new PodAction.StopSandbox(s.id(), Reason.SANDBOX_CHANGED)));
        if (actions.isEmpty() && somethingLeftToRun()) {
            var attempt = seen.sandboxes().stream().mapToInt(ObservedSandbox::attempt).max();
            var dead = seen.sandboxes().stream().map(ObservedSandbox::id).toList();
            actions.add(new PodAction.CreateSandbox(attempt.orElse(-1) + 1, dead));
        }
    }

    /// A pod whose containers have all ended for good needs no sandbox again, nor does one that
    /// never restarts anything and has run before.
    private boolean somethingLeftToRun() {
        if (desired.restartPolicy() == RestartPolicy.NEVER && !seen.containers().isEmpty()) {
            return seen.containers().stream().allMatch(c -> c.state() == ContainerState.CREATED);
        }
        return desired.containers().stream()
                .anyMatch(
                        container ->
                                seen.container(container.getName())
                                        .flatMap(ObservedContainer::exit)
                                        .map(e -> desired.restartPolicy().restartsAfter(e.code()))
                                        .orElse(true));
    }

    private void planContainers(ObservedSandbox sandbox) {
        stopStrays(sandbox);
        if (!actions.isEmpty()) {
            return;
        }
        if (initialised(sandbox)) {
            for (var container : desired.containers()) {
                planContainer(container, desired.restartPolicy(), sandbox, false);
            }
        }
    }

    /// Containers that no longer belong: of another sandbox, or of a name the pod does not have.
    private void stopStrays(ObservedSandbox sandbox) {
        for (var container : seen.containers()) {
            var alive = container.running() || container.state() == ContainerState.UNKNOWN;
            var newest = seen.container(container.name()).filter(container::equals).isPresent();
            if (alive && (!newest || !container.sandbox().equals(sandbox.id()))) {
                stop(container, Reason.SANDBOX_CHANGED);
            }
        }
    }

    /// Plans the init containers; answers whether they are all through.
    private boolean initialised(ObservedSandbox sandbox) {
        if (anyRegularContainerStarted(sandbox)) {
            return true;
        }
        for (var container : desired.initContainers()) {
            var latest = inSandbox(container, sandbox);
            if (latest.flatMap(ObservedContainer::exit).map(e -> e.code() == 0).orElse(false)) {
                continue;
            }
            if (latest.map(ObservedContainer::running).orElse(false)) {
                waits.add(
                        Wait.Planned.untilEvent(
                                new WaitReason.InitContainerRunning(container.getName())));
            } else {
                planContainer(container, desired.initRestartPolicy(), sandbox, true);
            }
            return false;
        }
        return true;
    }

    private boolean anyRegularContainerStarted(ObservedSandbox sandbox) {
        return desired.containers().stream()
                .flatMap(container -> inSandbox(container, sandbox).stream())
                .anyMatch(container -> container.state() != ContainerState.CREATED);
    }

    private Optional<ObservedContainer> inSandbox(Container container, ObservedSandbox sandbox) {
        return seen.container(container.getName())
                .filter(latest -> latest.sandbox().equals(sandbox.id()));
    }

    private void planContainer(
            Container container, RestartPolicy policy, ObservedSandbox sandbox, boolean init) {
        var found = seen.container(container.getName());
        if (found.isEmpty()) {
            start(container, init, 0, sandbox, Optional.empty());
            return;
        }
        var latest = found.get();
        switch (latest.state()) {
            // Made but never started, as a crash between the two calls leaves it: make it anew.
            case CREATED ->
                    actions.add(new PodAction.RemoveContainer(latest.id(), container.getName()));
            case UNKNOWN -> stop(latest, Reason.STATE_UNKNOWN);
            case RUNNING -> {
                if (changed(container, latest)) {
                    stop(latest, Reason.SPECIFICATION_CHANGED);
                }
            }
            case EXITED -> restart(container, policy, latest, sandbox, init);
        }
    }

    private static boolean changed(Container container, ObservedContainer latest) {
        return latest.hash().map(hash -> !hash.equals(ContainerHash.of(container))).orElse(false);
    }

    private void restart(
            Container container,
            RestartPolicy policy,
            ObservedContainer latest,
            ObservedSandbox sandbox,
            boolean init) {
        var exit = latest.exit().orElseThrow();
        var successInOlderSandbox =
                init && exit.code() == 0 && !latest.sandbox().equals(sandbox.id());
        if (!policy.restartsAfter(exit.code())
                && !changed(container, latest)
                && !successInOlderSandbox) {
            return;
        }
        var key = backOffKey(container);
        var retryAfter = backOff.retryAfter(key, exit.finishedAt(), now);
        if (retryAfter.isPresent()) {
            waits.add(
                    Wait.Planned.until(
                            new WaitReason.CrashLoopBackOff(
                                    container.getName(),
                                    desired.identity().fullName() + "(" + desired.uid() + ")",
                                    backOff.delay(key)),
                            retryAfter.get()));
            return;
        }
        start(container, init, latest.attempt() + 1, sandbox, Optional.of(exit.finishedAt()));
    }

    private void start(
            Container container,
            boolean init,
            int attempt,
            ObservedSandbox sandbox,
            Optional<Instant> restartOf) {
        actions.add(
                new PodAction.StartContainer(
                        container.getName(), init, attempt, sandbox.id(), restartOf));
    }

    private void stop(ObservedContainer container, Reason reason) {
        actions.add(
                new PodAction.StopContainer(
                        container.id(), container.name(), desired.terminationGrace(), reason));
    }
}
