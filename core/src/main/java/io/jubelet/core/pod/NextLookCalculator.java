package io.jubelet.core.pod;

import io.jubelet.core.waiting.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// When a pod is looked at again by itself. Pure.
///
/// Upstream: pod_workers.go completeWork.
final class NextLookCalculator {
    private NextLookCalculator() {}

    /// @param waits what the pod waits for
    /// @param lookAgain when there is more to do that nobody waits for
    /// @param resync when it is looked at if nothing else asks for it; never later than that
    static Duration after(
            List<Wait.Planned> waits, Optional<Instant> lookAgain, Instant now, Duration resync) {
        var tries = waits.stream().flatMap(wait -> wait.nextTry().stream());
        return Stream.concat(tries, lookAgain.stream())
                .min(Instant::compareTo)
                .map(next -> Duration.between(now, next))
                .filter(wait -> wait.compareTo(resync) < 0)
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait)
                .orElse(resync);
    }
}
