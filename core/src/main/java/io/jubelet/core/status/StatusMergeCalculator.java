package io.jubelet.core.status;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What the API server should have of a pod: our status on top of its own, where what belongs to
/// others stays, times stay where nothing changed, and a final phase waits for the last process
/// and never goes back. Pure.
///
/// Upstream: status_manager.go updateStatusInternal, mergePodStatus.
final class StatusMergeCalculator {
    private StatusMergeCalculator() {}

    /// @param there what the API server has
    /// @param ours what the pod's worker says
    /// @param stopped whether no process of the pod is left
    static PodStatus merge(PodStatus there, PodStatus ours, boolean stopped) {
        var merged = ours.toBuilder();
        sortByName(merged);
        phase(merged, there, stopped);
        keepAddresses(merged, there);
        if (there.hasStartTime()) {
            merged.setStartTime(there.getStartTime());
        }
        if (there.getObservedGeneration() > ours.getObservedGeneration()) {
            merged.setObservedGeneration(there.getObservedGeneration());
        }
        keepForeignFields(merged, there);
        var becomesFinal = !Phase.isFinal(there.getPhase()) && Phase.isFinal(merged.getPhase());
        merged.clearConditions().addAllConditions(conditions(there, ours, becomesFinal));
        return merged.build();
    }

    private static void phase(PodStatus.Builder merged, PodStatus there, boolean stopped) {
        var tooEarly = Phase.isFinal(merged.getPhase()) && !stopped;
        if (Phase.isFinal(there.getPhase()) || tooEarly) {
            merged.setPhase(there.getPhase().isEmpty() ? "Pending" : there.getPhase());
            merged.clearReason().clearMessage();
            if (there.hasReason()) {
                merged.setReason(there.getReason());
            }
            if (there.hasMessage()) {
                merged.setMessage(there.getMessage());
            }
        }
    }

    /// What has ended keeps the addresses that it had, also when its sandbox is long gone.
    private static void keepAddresses(PodStatus.Builder merged, PodStatus there) {
        if (Phase.isFinal(there.getPhase()) && merged.getPodIPsCount() == 0 && there.hasPodIP()) {
            merged.setPodIP(there.getPodIP()).clearPodIPs().addAllPodIPs(there.getPodIPsList());
        }
    }

    private static void keepForeignFields(PodStatus.Builder merged, PodStatus there) {
        merged.clearResourceClaimStatuses()
                .addAllResourceClaimStatuses(there.getResourceClaimStatusesList())
                .clearNodeAllocatableResourceClaimStatuses()
                .addAllNodeAllocatableResourceClaimStatuses(
                        there.getNodeAllocatableResourceClaimStatusesList());
        if (there.hasExtendedResourceClaimStatus()) {
            merged.setExtendedResourceClaimStatus(there.getExtendedResourceClaimStatus());
        }
        if (there.hasNominatedNodeName()) {
            merged.setNominatedNodeName(there.getNominatedNodeName());
        }
    }

    private static List<PodCondition> conditions(
            PodStatus there, PodStatus ours, boolean becomesFinal) {
        var conditions = new ArrayList<PodCondition>();
        there.getConditionsList().stream()
                .filter(c -> !OwnedConditions.ours(c.getType()))
                .filter(c -> !(becomesFinal && isOurDisruption(c.getType(), ours)))
                .forEach(conditions::add);
        for (var condition : ours.getConditionsList()) {
            var shared =
                    becomesFinal && condition.getType().equals(OwnedConditions.DISRUPTION_TARGET);
            if (OwnedConditions.ours(condition.getType()) || shared) {
                conditions.add(timed(notReadyOnceFinal(condition, ours, becomesFinal), there));
            }
        }
        return conditions;
    }

    private static boolean isOurDisruption(String type, PodStatus ours) {
        return type.equals(OwnedConditions.DISRUPTION_TARGET)
                && ours.getConditionsList().stream().anyMatch(c -> c.getType().equals(type));
    }

    private static PodCondition notReadyOnceFinal(
            PodCondition condition, PodStatus ours, boolean becomesFinal) {
        var readiness =
                condition.getType().equals("Ready")
                        || condition.getType().equals("ContainersReady");
        if (!becomesFinal || !readiness || !condition.getStatus().equals("True")) {
            return condition;
        }
        var failed = ours.getPhase().equals(Phase.FAILED.text());
        return condition.toBuilder()
                .setStatus("False")
                .setReason(failed ? "PodFailed" : "PodCompleted")
                .clearMessage()
                .build();
    }

    private static PodCondition timed(PodCondition condition, PodStatus there) {
        var known = find(there, condition.getType());
        var timed = condition.toBuilder();
        known.filter(old -> old.getStatus().equals(condition.getStatus()))
                .filter(PodCondition::hasLastTransitionTime)
                .ifPresent(old -> timed.setLastTransitionTime(old.getLastTransitionTime()));
        known.filter(old -> old.getObservedGeneration() > condition.getObservedGeneration())
                .ifPresent(old -> timed.setObservedGeneration(old.getObservedGeneration()));
        return timed.build();
    }

    private static Optional<PodCondition> find(PodStatus status, String type) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    private static void sortByName(PodStatus.Builder status) {
        var byName = Comparator.comparing(ContainerStatus::getName);
        var regular = status.getContainerStatusesList().stream().sorted(byName).toList();
        var ephemeral = status.getEphemeralContainerStatusesList().stream().sorted(byName).toList();
        status.clearContainerStatuses().addAllContainerStatuses(regular);
        status.clearEphemeralContainerStatuses().addAllEphemeralContainerStatuses(ephemeral);
    }
}
