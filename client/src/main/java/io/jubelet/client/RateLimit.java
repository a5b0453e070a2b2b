package io.jubelet.client;

import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import java.time.Duration;

/// Spaces calls out: a bucket of `burst` tokens that fills at a steady rate. Whoever comes takes
/// the next token, also one that is not there yet, and waits for it: so nobody is passed.
///
/// Thread: any; the lock guards the time of the next token.
/// Upstream: client-go `util/flowcontrol` NewTokenBucketRateLimiter.
final class RateLimit {
    private static final double DEFAULT_PER_SECOND = 5;
    private static final int DEFAULT_BURST = 10;
    private static final double NANOS = 1e9;

    private final Execution execution;
    private final boolean unlimited;
    private final long interval;
    private final long burst;
    private Tick fullAt;

    /// `fullAt` is when the bucket will be full again if nobody takes anything more.
    RateLimit(Rate rate, Execution execution) {
        this.execution = execution;
        this.unlimited = rate.perSecond() < 0;
        var perSecond = rate.perSecond() == 0 ? DEFAULT_PER_SECOND : rate.perSecond();
        this.interval = (long) (NANOS / perSecond);
        this.burst = Math.max(1, rate.burst() == 0 ? DEFAULT_BURST : rate.burst());
        this.fullAt = execution.tick();
    }

    /// Takes a token, waiting for it if need be.
    void take() {
        if (unlimited) {
            return;
        }
        var wait = reserve();
        if (wait.isPositive()) {
            execution.signal("rate limit").await(wait);
        }
    }

    private synchronized Duration reserve() {
        var now = execution.tick();
        fullAt = Tick.later(fullAt, now).plus(Duration.ofNanos(interval));
        return now.until(fullAt).minus(Duration.ofNanos(interval * burst));
    }
}
