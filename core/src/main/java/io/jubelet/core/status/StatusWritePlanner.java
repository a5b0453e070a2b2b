package io.jubelet.core.status;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.model.pod.PodNames;

/// Decides what the API server has to be told of a pod. Pure.
///
/// Upstream: status_manager.go syncPod, canBeDeleted.
final class StatusWritePlanner {
    private StatusWritePlanner() {}

    /// @param there the pod as the API server has it, or a static pod's mirror
    static StatusWrite plan(Pod there, PodView view) {
        if (isOfAnEarlierLife(there, view)) {
            return new StatusWrite.Nothing();
        }
        var metadata = there.getMetadata();
        var name = new ObjectName(metadata.getNamespace(), metadata.getName());
        var status = StatusMergeCalculator.merge(there.getStatus(), view.status(), view.stopped());
        var patch = StatusPatchCalculator.patch(metadata.getUid(), there.getStatus(), status);
        if (patch.isPresent()) {
            return new StatusWrite.Change(name, metadata.getUid(), patch.get(), status);
        }
        return removal(there, view);
    }

    /// Whether this is the copy of a static pod that ended and came back. What it says is final,
    /// and another takes its place ([MirrorPlanner]).
    private static boolean isOfAnEarlierLife(Pod there, PodView view) {
        return PodNames.isMirror(there)
                && Phase.isFinal(there.getStatus().getPhase())
                && !Phase.isFinal(view.status().getPhase());
    }

    /// What is left to do once the status is told, as far as the server takes it.
    static StatusWrite removal(Pod there, PodView view) {
        var metadata = there.getMetadata();
        return mayGo(there, view)
                ? new StatusWrite.Removal(
                        new ObjectName(metadata.getNamespace(), metadata.getName()),
                        metadata.getUid())
                : new StatusWrite.Nothing();
    }

    /// Only what somebody deleted, what holds nothing of the node any more, and what everybody can
    /// see has ended. A mirror's fate is its static pod's.
    private static boolean mayGo(Pod there, PodView view) {
        return there.getMetadata().hasDeletionTimestamp()
                && !PodNames.isMirror(there)
                && view.stopped()
                && view.released()
                && Phase.isFinal(there.getStatus().getPhase());
    }

    /// Whether others wait for this: a pod that becomes ready or not, that ends, that may go.
    static boolean urgent(Pod there, PodView view) {
        return Phase.isFinal(view.status().getPhase())
                || ready(there.getStatus()) != ready(view.status());
    }

    private static boolean ready(PodStatus status) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals("Ready"))
                .map(PodCondition::getStatus)
                .anyMatch("True"::equals);
    }
}
