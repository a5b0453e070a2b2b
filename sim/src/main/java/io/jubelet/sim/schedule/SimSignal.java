package io.jubelet.sim.schedule;

import io.jubelet.core.execution.Signal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A signal on virtual time; raising and awaiting are scheduling points.
///
/// Thread: raised from any; awaited by one. State belongs to whoever holds the baton.
final class SimSignal implements Signal, SimWait {
    private final SimScheduler scheduler;
    private final String name;
    private final String raiseLabel;
    private final String awaitLabel;
    private boolean raised;
    private @Nullable SimThread waiter;
    private @Nullable SimTimer timeout;

    SimSignal(SimScheduler scheduler, String name) {
        this.scheduler = scheduler;
        this.name = name;
        this.raiseLabel = "raise " + name;
        this.awaitLabel = "await " + name;
    }

    @Override
    public void raise() {
        scheduler.point(raiseLabel);
        raised = true;
        wake();
    }

    @Override
    public void await() {
        scheduler.point(awaitLabel);
        while (!raised) {
            block(null);
        }
        raised = false;
    }

    @Override
    public boolean await(Duration atMost) {
        scheduler.point(awaitLabel);
        if (!raised && atMost.isPositive()) {
            block(scheduler.timer(atMost, name, this::wake));
        }
        var result = raised;
        raised = false;
        return result;
    }

    private void block(@Nullable SimTimer timer) {
        if (waiter != null) {
            throw new IllegalStateException("two threads await " + name + ": " + waiter);
        }
        waiter = scheduler.current();
        timeout = timer;
        scheduler.block(this);
    }

    private void wake() {
        var woken = waiter;
        if (woken != null) {
            abandon();
            scheduler.unblock(woken);
        }
    }

    @Override
    public void abandon() {
        waiter = null;
        if (timeout != null) {
            timeout.cancel();
            timeout = null;
        }
    }

    @Override
    public String toString() {
        return "awaits " + name;
    }
}
