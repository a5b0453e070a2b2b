package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.RuntimeCallException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/// Stops what is to be stopped of a pod side by side, and again with less patience when the pod's
/// grace is shortened meanwhile: a stop in flight is left to finish beside the shorter one, which
/// the runtime heeds.
///
/// Thread: the pod's worker waits; each stop has a thread of its own.
final class StopRound {
    private final Execution execution;
    private final PodActionExecutor executor;
    private final PodIdentity pod;
    private final Optional<DesiredPod> desired;
    private final TeardownTurn.Monitor monitor;
    private final AtomicReference<Optional<RuntimeException>> failure =
            new AtomicReference<>(Optional.empty());

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    /// What has not been stopped yet by any of its calls; in order, and guarded by itself.
    private final Set<PodAction> open = new LinkedHashSet<>();

    StopRound(
            Execution execution,
            PodActionExecutor executor,
            PodIdentity pod,
            Optional<DesiredPod> desired,
            TeardownTurn.Monitor monitor) {
        this.execution = execution;
        this.executor = executor;
        this.pod = pod;
        this.desired = desired;
        this.monitor = monitor;
    }

    /// Returns when one call for each action has come back; throws the first failure.
    void run(List<PodAction> actions, Optional<Duration> given) {
        synchronized (open) {
            open.addAll(actions);
        }
        actions.forEach(action -> begin(action, () -> executor.stop(desired, action)));
        var grace = given;
        while (!stillOpen().isEmpty()) {
            monitor.await();
            var newest = monitor.grace();
            if (shorter(newest, grace)) {
                grace = newest;
                hasten(newest.orElseThrow());
            }
        }
        // News that ended one of the waits above is news for the next turn too.
        monitor.wake();
        failure.get()
                .ifPresent(
                        thrown -> {
                            tellFailures();
                            throw thrown;
                        });
    }

    private void tellFailures() {
        var told = List.copyOf(failures);
        if (!told.isEmpty()) {
            var all = told.size() == 1 ? told.getFirst() : told.toString();
            desired.ifPresent(it -> executor.events().failedKill(it, all));
        }
    }

    private List<PodAction> stillOpen() {
        synchronized (open) {
            return new ArrayList<>(open);
        }
    }

    private static boolean shorter(Optional<Duration> one, Optional<Duration> than) {
        return one.isPresent() && (than.isEmpty() || one.get().compareTo(than.get()) < 0);
    }

    private void hasten(Duration grace) {
        for (var action : stillOpen()) {
            if (action instanceof PodAction.StopContainer stop) {
                begin(action, () -> executor.hasten(stop.within(grace)));
            }
        }
    }

    private void begin(PodAction action, Runnable stop) {
        execution.start(
                ThreadKind.POD,
                "stop " + pod,
                () -> {
                    try {
                        stop.run();
                    } catch (RuntimeException thrown) {
                        if (thrown instanceof RuntimeCallException refused) {
                            failures.add(describe(action, refused));
                        }
                        failure.compareAndSet(Optional.empty(), Optional.of(thrown));
                    }
                    synchronized (open) {
                        open.remove(action);
                    }
                    monitor.wake();
                });
    }

    /// Upstream's words, which people know from events.
    private String describe(PodAction action, RuntimeCallException refused) {
        var what =
                action instanceof PodAction.StopContainer container
                        ? "\"KillContainer\" for \"%s\" with KillContainerError"
                                .formatted(container.container())
                        : "\"KillPodSandbox\" for \"%s\" with KillPodSandboxError"
                                .formatted(pod.uid());
        return "failed to " + what + ": \"" + refused.reason() + "\"";
    }
}
