package io.jubelet.core.sync;

import io.jubelet.core.execution.Execution;
import java.time.Duration;

/// When a pod is looked at again by itself.
///
/// @param resync after a turn that left nothing to do
/// @param afterError after a turn in which something failed
/// @param networkRetry while the runtime's network is not ready
/// @param restarts while a container keeps failing
public record SyncTimes(
        Duration resync, Duration afterError, Duration networkRetry, BackOffLimits restarts) {
    public static final SyncTimes STANDARD =
            new SyncTimes(
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(1),
                    BackOffLimits.STANDARD);

    private static final double JITTER = 0.5;

    /// The time lengthened by up to a half, so that pods do not all wake at once.
    public static Duration jittered(Duration time, Execution execution) {
        return time.plus(Duration.ofNanos((long) (time.toNanos() * JITTER * execution.random())));
    }
}
