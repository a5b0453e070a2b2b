package io.jubelet.sim.schedule;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One life of a simulated process: the threads that a crash ends together. It has a monotonic
/// clock of its own, because ticks of two processes must never be compared.
///
/// Thread: whoever holds the baton.
public final class Incarnation implements Execution {
    private static final Duration CLOCK_SHIFT = Duration.ofDays(1);

    private final SimScheduler scheduler;
    private final int number;
    private final List<SimThread> threads = new ArrayList<>();
    private boolean crashed;
    private int pointsUntilCrash = -1;

    Incarnation(SimScheduler scheduler, int number) {
        this.scheduler = scheduler;
        this.number = number;
    }

    @Override
    public Instant now() {
        return scheduler.now();
    }

    @Override
    public Tick tick() {
        return scheduler.tick().plus(CLOCK_SHIFT.multipliedBy(number));
    }

    @Override
    public double random() {
        return scheduler.random();
    }

    @Override
    public Signal signal(String name) {
        return scheduler.signal(name);
    }

    @Override
    public void start(ThreadKind kind, String name, Runnable body) {
        scheduler.start(this, name, body);
    }

    /// Ends the process here and now: none of its threads takes another step. To be called from a
    /// thread that is not part of it.
    public void crash() {
        scheduler.crash(this);
    }

    /// Lets the process crash by itself at the given number of scheduling points from now.
    public void crashAfter(int points) {
        pointsUntilCrash = points;
    }

    public boolean crashed() {
        return crashed;
    }

    /// Whether a thread of it still lives.
    public boolean alive() {
        return !threads.isEmpty();
    }

    public int number() {
        return number;
    }

    /// Counts one scheduling point; answers whether the process ends at it.
    boolean crashesHere() {
        return pointsUntilCrash > 0 && --pointsUntilCrash == 0;
    }

    void markCrashed() {
        crashed = true;
        pointsUntilCrash = -1;
    }

    List<SimThread> threads() {
        return threads;
    }
}
