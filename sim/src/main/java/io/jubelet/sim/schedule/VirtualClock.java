package io.jubelet.sim.schedule;

import io.jubelet.core.execution.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.PriorityQueue;

/// Virtual time: it stands still while anybody can run and jumps to the next timer when nobody can.
///
/// Thread: whoever holds the baton.
final class VirtualClock {
    private static final long TICK_ORIGIN = -7_000_000_000L;

    private final Instant epoch;
    private final PriorityQueue<SimTimer> timers = new PriorityQueue<>();
    private long nanos;
    private long sequence;
    private Duration wallShift = Duration.ZERO;

    VirtualClock(Instant epoch) {
        this.epoch = epoch;
    }

    long nanos() {
        return nanos;
    }

    Instant wall() {
        return epoch.plusNanos(nanos).plus(wallShift);
    }

    Tick tick() {
        return new Tick(TICK_ORIGIN + nanos);
    }

    void jumpWall(Duration by) {
        wallShift = wallShift.plus(by);
    }

    SimTimer timer(Duration delay, String label, Runnable effect) {
        var at = nanos + Math.max(0, delay.toNanos());
        var timer = new SimTimer(at, sequence++, label, effect);
        timers.add(timer);
        return timer;
    }

    /// Takes the next timer and moves time on to it; empty when none is set.
    Optional<SimTimer> jump() {
        var timer = timers.poll();
        while (timer != null && timer.cancelled()) {
            timer = timers.poll();
        }
        if (timer != null) {
            nanos = Math.max(nanos, timer.atNanos());
        }
        return Optional.ofNullable(timer);
    }

    void clear() {
        timers.clear();
    }
}
