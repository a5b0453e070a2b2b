package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.status.EndStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How long a pod may be active. Pure.
///
/// Upstream: active_deadline.go.
final class ActiveDeadline {
    /// Why a pod ends that was active for longer.
    static final EndStatus PASSED =
            new EndStatus(
                    "DeadlineExceeded",
                    "Pod was active on the node longer than the specified deadline",
                    List.of());

    private ActiveDeadline() {}

    /// What is left of it, if it is limited and the pod has begun.
    static Optional<Duration> left(DesiredPod pod, Optional<Instant> began, Instant now) {
        return pod.activeDeadline()
                .flatMap(
                        deadline ->
                                began.map(start -> start.plus(deadline))
                                        .map(end -> Duration.between(now, end)));
    }
}
