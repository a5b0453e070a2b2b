package io.jubelet.core.sync;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Whose turn it is while a pod's containers are stopped: sidecars wait for those they serve.
///
/// Thread: any; guarded by itself, and nobody waits inside the guard.
/// Upstream: kuberuntime_termination_order.go.
final class StopQueue {
    private final Execution execution;
    private final PodIdentity pod;
    private final Set<TeardownPlanner.Stop> open = new LinkedHashSet<>();
    private final Set<ContainerId> failed = new HashSet<>();
    private final List<Signal> waiting = new ArrayList<>();

    StopQueue(Execution execution, PodIdentity pod) {
        this.execution = execution;
        this.pod = pod;
    }

    synchronized void open(List<TeardownPlanner.Stop> stops) {
        open.addAll(stops);
    }

    synchronized List<TeardownPlanner.Stop> stillOpen() {
        return new ArrayList<>(open);
    }

    /// A call for it has come back.
    void close(TeardownPlanner.Stop stop, boolean worked) {
        List<Signal> told;
        synchronized (this) {
            open.remove(stop);
            if (!worked && stop.action() instanceof PodAction.StopContainer container) {
                failed.add(container.id());
            }
            told = List.copyOf(waiting);
        }
        told.forEach(Signal::raise);
    }

    synchronized boolean isItsTurn(TeardownPlanner.Stop stop) {
        return open.stream()
                .map(TeardownPlanner.Stop::action)
                .noneMatch(
                        action ->
                                action instanceof PodAction.StopContainer container
                                        && stop.after().contains(container.id()));
    }

    /// Waits until it is this one's turn; answers how long that took. Empty when one that has to
    /// go first could not be stopped: then this one stays too.
    Optional<Duration> awaitTurn(TeardownPlanner.Stop stop) {
        var began = execution.tick();
        var turn = execution.signal("turn " + pod);
        synchronized (this) {
            waiting.add(turn);
        }
        while (!isItsTurn(stop)) {
            turn.await();
        }
        return givenUp(stop) ? Optional.empty() : Optional.of(began.until(execution.tick()));
    }

    private synchronized boolean givenUp(TeardownPlanner.Stop stop) {
        return stop.after().stream().anyMatch(failed::contains);
    }
}
