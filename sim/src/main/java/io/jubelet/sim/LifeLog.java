package io.jubelet.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// When the agent's process began and ended.
///
/// Thread: whoever holds the baton.
final class LifeLog {
    /// A call of an agent that crashed may still be done so long after.
    private static final Duration CRASH_SHADOW = Duration.ofMillis(600);

    private final Supplier<Duration> elapsed;
    private final BooleanSupplier memoryReliable;
    private final List<Duration> starts = new ArrayList<>();
    private Duration lastCrash = Duration.ofDays(-1);

    LifeLog(Supplier<Duration> elapsed, BooleanSupplier memoryReliable) {
        this.elapsed = elapsed;
        this.memoryReliable = memoryReliable;
    }

    Duration now() {
        return elapsed.get();
    }

    void started() {
        starts.add(now());
    }

    void crashed() {
        lastCrash = now();
    }

    boolean inCrashShadow() {
        return now().minus(lastCrash).compareTo(CRASH_SHADOW) < 0;
    }

    /// Whether an agent ended so shortly before that what it wrote may arrive only now.
    boolean crashedWithin(Duration time) {
        return now().minus(lastCrash).compareTo(time) <= 0;
    }

    /// Whether what one agent remembers is there for the next.
    boolean memoryReliable() {
        return memoryReliable.getAsBoolean();
    }

    /// How often the agent was started in the last `window`.
    long startsWithin(Duration window) {
        return starts.stream().filter(at -> now().minus(at).compareTo(window) <= 0).count();
    }
}
