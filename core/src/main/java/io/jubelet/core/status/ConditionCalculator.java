package io.jubelet.core.status;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The five conditions a node reports of a pod. Pure; a condition that does not change keeps the
/// time of its last change.
///
/// Upstream: status/generate.go.
final class ConditionCalculator {
    private final PodStatus before;
    private final Instant now;

    ConditionCalculator(PodStatus before, Instant now) {
        this.before = before;
        this.now = now;
    }

    /// @param sandboxUsable whether a sandbox with its network is there
    List<PodCondition> calculate(
            PodStatus.Builder status, Phase phase, boolean sandboxUsable, List<Wait> waits) {
        return List.of(
                readyToStart(sandboxUsable, waits),
                initialized(status.getInitContainerStatusesList(), phase),
                ready("Ready", status.getContainerStatusesList(), phase),
                ready("ContainersReady", status.getContainerStatusesList(), phase),
                condition("PodScheduled", true, "", ""));
    }

    private PodCondition readyToStart(boolean sandboxUsable, List<Wait> waits) {
        if (sandboxUsable) {
            return condition("PodReadyToStartContainers", true, "", "");
        }
        // v1 has no better place for what holds up a whole pod.
        var blocking =
                waits.stream()
                        .map(Wait::reason)
                        .filter(reason -> !(reason instanceof WaitReason.OfContainer))
                        .findFirst();
        return condition(
                "PodReadyToStartContainers",
                false,
                blocking.map(WaitReason::code).orElse(""),
                blocking.map(WaitReason::message).orElse(""));
    }

    private PodCondition initialized(List<ContainerStatus> initContainers, Phase phase) {
        var incomplete = unready(initContainers);
        if (phase == Phase.SUCCEEDED) {
            return condition("Initialized", true, "PodCompleted", "");
        }
        return incomplete.isEmpty()
                ? condition("Initialized", true, "", "")
                : condition(
                        "Initialized",
                        false,
                        "ContainersNotInitialized",
                        "containers with incomplete status: " + incomplete);
    }

    private PodCondition ready(String type, List<ContainerStatus> containers, Phase phase) {
        return switch (phase) {
            case SUCCEEDED -> condition(type, false, "PodCompleted", "");
            case FAILED -> condition(type, false, "PodFailed", "");
            case PENDING, RUNNING -> {
                var unready = unready(containers);
                yield unready.isEmpty()
                        ? condition(type, true, "", "")
                        : condition(
                                type,
                                false,
                                "ContainersNotReady",
                                "containers with unready status: " + unready);
            }
        };
    }

    /// The names in Go's way of printing a list.
    private static String unready(List<ContainerStatus> containers) {
        var names =
                containers.stream()
                        .filter(container -> !container.getReady())
                        .map(ContainerStatus::getName)
                        .toList();
        return names.isEmpty() ? "" : "[" + String.join(" ", names) + "]";
    }

    private PodCondition condition(String type, boolean holds, String reason, String message) {
        var status = holds ? "True" : "False";
        var condition = PodCondition.newBuilder().setType(type).setStatus(status);
        if (!reason.isEmpty()) {
            condition.setReason(reason);
        }
        if (!message.isEmpty()) {
            condition.setMessage(message);
        }
        return condition
                .setLastTransitionTime(
                        unchanged(type, status)
                                .map(PodCondition::getLastTransitionTime)
                                .orElseGet(() -> Times.of(now)))
                .build();
    }

    private Optional<PodCondition> unchanged(String type, String status) {
        return before.getConditionsList().stream()
                .filter(old -> old.getType().equals(type) && old.getStatus().equals(status))
                .findFirst();
    }
}
