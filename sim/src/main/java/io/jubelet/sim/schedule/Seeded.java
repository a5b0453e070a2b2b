package io.jubelet.sim.schedule;

import java.time.Duration;
import java.util.List;

/// A stream of pseudo-random choices that depends on its seed alone: the same in every JVM and in
/// every version of the JDK.
///
/// Thread: any; the one field is under its own monitor, because fakes on the real clock draw from
/// several threads.
public final class Seeded {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    public Seeded(long seed) {
        state = mix(seed + GOLDEN);
    }

    /// A stream of its own for one purpose, so that draws for one do not shift those of another.
    public static Seeded of(long seed, String purpose) {
        return new Seeded(mix(seed) ^ mix(purpose.hashCode() * GOLDEN));
    }

    public synchronized long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /// A number from 0 up to but not including 1.
    public double fraction() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    /// A number from zero to `bound` - 1.
    public int below(int bound) {
        return (int) Math.floorMod(nextLong() >>> 1, (long) bound);
    }

    /// A number from `low` to `high`, both included.
    public int between(int low, int high) {
        return low + below(high - low + 1);
    }

    /// A length of time from `low` to `high`, both included.
    public Duration between(Duration low, Duration high) {
        var span = high.minus(low).toNanos();
        return span <= 0 ? low : low.plusNanos(Math.floorMod(nextLong() >>> 1, span + 1));
    }

    /// True once in `n` draws on average; never when `n` is zero.
    public boolean oneIn(int n) {
        return n > 0 && below(n) == 0;
    }

    public <T> T pick(List<T> from) {
        return from.get(below(from.size()));
    }

    /// SplitMix64's finaliser.
    private static long mix(long value) {
        var once = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        var twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }
}
