package io.jubelet.core.sync;

import java.time.Duration;
import java.time.Instant;

/// How many containers that have ended stay, and for how long at least.
///
/// Upstream: container/container_gc.go GCPolicy.
///
/// @param minimumAge one that was made less than this ago stays and is not counted; none if zero
/// @param perContainer how many stay of each container of a pod beside its newest instance; any
///     number if negative
/// @param total how many of all pods may stay; any number if negative
public record DeadContainerLimits(Duration minimumAge, int perContainer, int total) {
    public static final DeadContainerLimits STANDARD =
            new DeadContainerLimits(Duration.ZERO, 1, -1);

    public DeadContainerLimits {
        if (minimumAge.isNegative()) {
            throw new IllegalArgumentException("a negative age: " + minimumAge);
        }
    }

    /// How many stay of each container beside its newest instance.
    long mostPerContainer() {
        return perContainer < 0 ? Long.MAX_VALUE : perContainer;
    }

    /// Whether one that was made then is old enough to go.
    boolean ripe(Instant createdAt, Instant now) {
        return minimumAge.isZero() || !ripeAt(createdAt).isAfter(now);
    }

    Instant ripeAt(Instant createdAt) {
        return createdAt.plus(minimumAge);
    }
}
