package io.jubelet.core.sync;

import java.time.Duration;

/// Between which two times a wait after failures lies. Immutable.
///
/// @param first the wait after the first failure that costs one
/// @param longest what doubling never exceeds; twice that without a failure forgets it all
///
/// Upstream: kubelet.go newCrashLoopBackOff.
public record BackOffLimits(Duration first, Duration longest) {
    public static final BackOffLimits STANDARD =
            new BackOffLimits(Duration.ofSeconds(10), Duration.ofMinutes(5));

    /// With the gate ReduceDefaultCrashLoopBackOffDecay.
    public static final BackOffLimits REDUCED =
            new BackOffLimits(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /// The same with another longest wait, which the first does not exceed either.
    public BackOffLimits atMost(Duration most) {
        return new BackOffLimits(shorter(first, most), most);
    }

    Duration doubled(Duration delay) {
        return shorter(delay.multipliedBy(2), longest);
    }

    Duration capped(Duration delay) {
        return shorter(delay, longest);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
