package io.jubelet.core.status;

import io.jubelet.api.core.PodStatus;
import java.util.Set;

/// Which of a pod's conditions are the node's to write; all others belong to somebody else.
///
/// Upstream: types/pod_status.go PodConditionByKubelet, PodConditionSharedByKubelet.
final class OwnedConditions {
    /// Written by whoever ends a pod early.
    static final String DISRUPTION_TARGET = "DisruptionTarget";

    /// Written of pods that can start over as a whole.
    static final String ALL_RESTART = "AllContainersRestarting";

    private static final Set<String> OURS =
            Set.of(
                    "PodReadyToStartContainers",
                    "Initialized",
                    "Ready",
                    "ContainersReady",
                    "PodScheduled",
                    "PodResizePending",
                    "PodResizeInProgress",
                    ALL_RESTART);

    private OwnedConditions() {}

    static boolean ours(String type) {
        return OURS.contains(type);
    }

    /// Whether the condition is there and True.
    static boolean holds(PodStatus status, String type) {
        return status.getConditionsList().stream()
                .anyMatch(it -> it.getType().equals(type) && it.getStatus().equals("True"));
    }
}
