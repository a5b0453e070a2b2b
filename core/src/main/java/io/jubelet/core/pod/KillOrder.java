package io.jubelet.core.pod;

import io.jubelet.api.core.PodCondition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// An end that the node itself decides: a deadline, a preemption, an eviction. The pod becomes
/// Failed with this reason and message as soon as its processes are gone.
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
}
