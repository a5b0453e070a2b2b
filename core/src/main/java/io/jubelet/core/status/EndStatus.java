package io.jubelet.core.status;

import io.jubelet.api.core.PodCondition;
import java.util.List;

/// What a pod's status says of an end that the node decided: the pod is Failed for this reason.
///
/// @param certain whether it is Failed even where all its containers ended well
/// @param reason v1's `status.reason`
/// @param message v1's `status.message`
/// @param conditions what the status carries besides, such as DisruptionTarget
public record EndStatus(
        boolean certain, String reason, String message, List<PodCondition> conditions) {
    public EndStatus {
        conditions = List.copyOf(conditions);
    }

    /// Of a pod that was not admitted.
    public static EndStatus rejected(String reason, String message) {
        return new EndStatus(true, reason, "Pod was rejected: " + message, List.of());
    }
}
