package io.jubelet.sim.schedule;

/// Counts the steps of each virtual second: time that does not pass is a livelock.
///
/// Thread: whoever holds the baton.
final class LivelockGuard {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int mostPerSecond;
    private long second;
    private int steps;

    LivelockGuard(int mostPerSecond) {
        this.mostPerSecond = mostPerSecond;
    }

    /// Counts one step; answers whether it is one too many.
    boolean isTooMany(long nanos) {
        var now = nanos / NANOS_PER_SECOND;
        steps = now == second ? steps + 1 : 0;
        second = now;
        return steps > mostPerSecond;
    }
}
