package io.jubelet.core.image;

/// How many pulls may begin now: a bucket that fills with time. Immutable.
///
/// Upstream: images/helpers.go throttleImagePulling over client-go's token bucket.
///
/// @param tokens what is in it
/// @param nanos when that was counted
record PullRateTally(int perSecond, int burst, double tokens, long nanos) {
    private static final double SECOND = 1e9;

    /// A full one.
    static PullRateTally of(PullSettings settings, long nanos) {
        return new PullRateTally(settings.perSecond(), settings.burst(), settings.burst(), nanos);
    }

    /// Whether one more may begin.
    boolean allows(long now) {
        return perSecond == 0 || filled(now) >= 1;
    }

    /// The same after one more has begun.
    PullRateTally taken(long now) {
        return perSecond == 0 ? this : new PullRateTally(perSecond, burst, filled(now) - 1, now);
    }

    private double filled(long now) {
        var passed = Math.max(0, now - nanos);
        return Math.min(burst, tokens + passed / SECOND * perSecond);
    }
}
