package io.jubelet.core.pod;

import io.jubelet.api.core.PodCondition;
import io.jubelet.core.status.EndStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// An end that the node itself decides: a deadline, a preemption, an eviction. The pod becomes
/// Failed with this reason and message as soon as its processes are gone, unless all its containers
/// end well.
///
/// @param why what the log says
/// @param reason v1's `status.reason`, such as `Preempting`; empty to leave it
/// @param message v1's `status.message`
/// @param conditions conditions that the status carries from now on, such as DisruptionTarget
/// @param grace what its containers are given; the pod's own where absent
/// @param done runs on the pod's worker when no process of the pod is left
/// Upstream: pod_workers.go KillPodOptions.
public record KillOrder(
        KillReason why,
        String reason,
        String message,
        List<PodCondition> conditions,
        Optional<Duration> grace,
        Runnable done) {
    public KillOrder {
        conditions = List.copyOf(conditions);
    }

    /// The same end, asked for twice: the first one's words, the shorter grace, both told.
    KillOrder and(KillOrder later) {
        var shorter =
                grace.flatMap(mine -> later.grace.filter(theirs -> theirs.compareTo(mine) < 0))
                        .or(() -> grace)
                        .or(() -> later.grace);
        return new KillOrder(
                why,
                reason,
                message,
                conditions,
                shorter,
                () -> {
                    done.run();
                    later.done.run();
                });
    }

    EndStatus endStatus() {
        return new EndStatus(false, reason, message, conditions);
    }
}
