package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.status.EndStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How long a pod may be active: by the clock for the time before this agent saw it, and by the
/// monotonic clock from then on, so that a clock that is set forward ends no pod.
///
/// Thread: the pod's worker.
/// Upstream: active_deadline.go, by the node's own clock.
final class ActiveDeadline {
    /// Why a pod ends that was active for longer.
    static final EndStatus PASSED =
            new EndStatus(
                    true,
                    "DeadlineExceeded",
                    "Pod was active on the node longer than the specified deadline",
                    List.of());

    private final Execution execution;
    private Optional<Tick> began = Optional.empty();

    ActiveDeadline(Execution execution) {
        this.execution = execution;
    }

    /// What is left of it, if it is limited and the pod has begun.
    ///
    /// @param start when the pod was first seen here, by whichever agent
    Optional<Duration> left(DesiredPod pod, Optional<Instant> start) {
        if (began.isEmpty()) {
            began = start.map(this::ago);
        }
        return pod.activeDeadline()
                .flatMap(
                        deadline -> began.map(tick -> execution.tick().until(tick.plus(deadline))));
    }

    private Tick ago(Instant start) {
        var age = Duration.between(start, execution.now());
        return execution.tick().plus(age.isNegative() ? Duration.ZERO : age.negated());
    }
}
