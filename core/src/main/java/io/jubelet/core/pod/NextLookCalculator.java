package io.jubelet.core.pod;

import io.jubelet.core.waiting.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// When a pod is looked at again by itself. Pure.
///
/// Upstream: pod_workers.go completeWork.
final class NextLookCalculator {
    private NextLookCalculator() {}

    /// @param waits what the pod waits for
    /// @param resync when it is looked at if nothing else asks for it; never later than that
    static Duration after(List<Wait.Planned> waits, Instant now, Duration resync) {
        return waits.stream()
                .flatMap(wait -> wait.nextTry().stream())
                .min(Instant::compareTo)
                .map(next -> Duration.between(now, next))
                .filter(wait -> wait.compareTo(resync) < 0)
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait)
                .orElse(resync);
    }
}
