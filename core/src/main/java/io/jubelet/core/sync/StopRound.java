package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.RuntimeCallException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/// Stops what is to be stopped of a pod side by side, each in its turn, and again with less
/// patience when the pod's grace is shortened meanwhile: a stop in flight is left to finish beside
/// the shorter one, which the runtime heeds.
///
/// Thread: the pod's worker waits; each stop has a thread of its own.
final class StopRound {
    private final Execution execution;
    private final PodActionExecutor executor;
    private final PodIdentity pod;
    private final Optional<DesiredPod> desired;
    private final TeardownTurn.Monitor monitor;
    private final StopQueue queue;
    private final AtomicReference<Optional<RuntimeException>> failure =
            new AtomicReference<>(Optional.empty());

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

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
        queue = new StopQueue(execution, pod);
    }

    /// Returns when one call for each action has come back; throws the first failure.
    void run(List<TeardownPlanner.Stop> stops, Optional<Duration> given) {
        queue.open(stops);
        stops.forEach(stop -> begin(stop, () -> stopInTurn(stop)));
        var grace = given;
        while (!queue.stillOpen().isEmpty()) {
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

    /// Every container prepares for its end at once, and ends in its turn with the time that is
    /// left.
    private void stopInTurn(TeardownPlanner.Stop stop) {
        if (!(stop.action() instanceof PodAction.StopContainer container)) {
            executor.stop(desired, stop.action());
            return;
        }
        var hook = executor.stops().prepare(desired, container);
        var left = container.grace().minus(hook);
        // Who used up all the time by preparing, in whole seconds, has none left to wait with.
        var late = hook.isPositive() && left.toSeconds() <= 0;
        var turn = late ? Optional.of(Duration.ZERO) : queue.awaitTurn(stop);
        turn.map(left::minus)
                .map(own -> monitor.grace().filter(now -> now.compareTo(own) < 0).orElse(own))
                .ifPresent(grace -> executor.stops().end(container.within(grace)));
    }

    private void tellFailures() {
        var told = List.copyOf(failures);
        if (!told.isEmpty()) {
            var all = told.size() == 1 ? told.getFirst() : told.toString();
            desired.ifPresent(it -> executor.events().failedKill(it, all));
        }
    }

    private static boolean shorter(Optional<Duration> one, Optional<Duration> than) {
        return one.isPresent() && (than.isEmpty() || one.get().compareTo(than.get()) < 0);
    }

    private void hasten(Duration grace) {
        for (var stop : queue.stillOpen()) {
            if (stop.action() instanceof PodAction.StopContainer container
                    && queue.isItsTurn(stop)) {
                begin(stop, () -> executor.stops().end(container.within(grace)));
            }
        }
    }

    private void begin(TeardownPlanner.Stop stop, Runnable call) {
        execution.start(
                ThreadKind.POD,
                "stop " + pod,
                () -> {
                    var worked = true;
                    try {
                        call.run();
                    } catch (RuntimeException thrown) {
                        worked = false;
                        if (thrown instanceof RuntimeCallException refused) {
                            failures.add(describe(stop.action(), refused));
                        }
                        failure.compareAndSet(Optional.empty(), Optional.of(thrown));
                    }
                    queue.close(stop, worked);
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
