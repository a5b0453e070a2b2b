package io.jubelet.core.status;

import java.util.Set;

/// Which of a pod's conditions are the node's to write; all others belong to somebody else.
///
/// Upstream: types/pod_status.go PodConditionByKubelet, PodConditionSharedByKubelet.
final class OwnedConditions {
    /// Written by whoever ends a pod early.
    static final String DISRUPTION_TARGET = "DisruptionTarget";

    private static final Set<String> OURS =
            Set.of(
                    "PodReadyToStartContainers",
                    "Initialized",
                    "Ready",
                    "ContainersReady",
                    "PodScheduled",
                    "PodResizePending",
                    "PodResizeInProgress",
                    "AllContainersRestarting");

    private OwnedConditions() {}

    static boolean ours(String type) {
        return OURS.contains(type);
    }
}
