package io.jubelet.core.reflection;

import io.jubelet.core.cluster.ApiCallException;
import java.time.Duration;

/// When a failed list or watch is tried again, and how. Pure.
///
/// Upstream: client-go tools/cache/reflector.go and wait.NewExponentialBackoffManager.
public final class RetryPolicy {
    private RetryPolicy() {}

    /// What comes after a failure.
    public enum Next {
        /// The objects known are as good as they were: watch on from their version.
        WATCH_ON,
        /// They may be wrong by now: read them anew, from the store itself.
        LIST_NEWEST
    }

    /// Where the waits stand.
    ///
    /// @param lastWait before jitter
    /// @param endNanos when that wait is over, on the monotonic clock
    public record BackOff(Duration lastWait, long endNanos) {
        public static final BackOff NONE = new BackOff(Duration.ZERO, 0);
    }

    /// How long to wait now, and where the waits stand then.
    ///
    /// @param soon whether the failure may be over before anybody need hear of it
    public record Step(Duration delay, BackOff then, boolean soon) {}

    /// @param nowNanos on the monotonic clock
    /// @param random from 0 up to but not including 1
    public static Step next(
            BackOff backOff,
            ReflectionTimes times,
            long nowNanos,
            double random,
            ApiCallException failure) {
        var denied = failure.code() == ApiCallException.Code.FORBIDDEN;
        var first = denied ? times.firstWaitIfDenied() : times.firstWait();
        var fresh =
                backOff.lastWait().isZero()
                        || nowNanos - backOff.endNanos() > times.calm().toNanos();
        var doubled = fresh ? first : backOff.lastWait().multipliedBy(2);
        var wait = doubled.compareTo(times.longestWait()) > 0 ? times.longestWait() : doubled;
        var jittered = wait.plusNanos((long) (wait.toNanos() * random));
        var least = failure.retryAfter().orElse(Duration.ZERO);
        var longer = least.compareTo(jittered) > 0 ? least : jittered;
        return new Step(
                longer,
                new BackOff(wait, nowNanos + longer.toNanos()),
                denied && wait.compareTo(times.firstWait()) < 0);
    }

    public static Next after(ApiCallException.Code code) {
        return code.passing() ? Next.WATCH_ON : Next.LIST_NEWEST;
    }
}
