package io.jubelet.core.pod;

import java.time.Duration;
import java.util.Optional;

/// How long a pod is given to end. It can only become shorter. Pure.
///
/// Upstream: pod_workers.go calculateEffectiveGracePeriod.
final class GraceCalculator {
    /// No pod is given less.
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private GraceCalculator() {}

    /// @param before what it was given so far, if it ends already
    /// @param deletion what the API server gives it
    /// @param ordered what an order of the node gives it
    /// @param own what its specification says, used where nobody else says anything
    static Duration calculate(
            Optional<Duration> before,
            Optional<Duration> deletion,
            Optional<Duration> ordered,
            Optional<Duration> own) {
        var shortest = shorter(shorter(before, deletion), ordered).or(() -> own).orElse(SHORTEST);
        return shortest.compareTo(SHORTEST) < 0 ? SHORTEST : shortest;
    }

    private static Optional<Duration> shorter(Optional<Duration> one, Optional<Duration> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.or(() -> other);
        }
        return one.get().compareTo(other.get()) <= 0 ? one : other;
    }
}
