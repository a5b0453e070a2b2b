package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Optional;

/// Whose turn it is among pods of one full name: those of files and URLs run one after the other,
/// in the order in which they came. Pods of the API server have uids of their own, and each lives
/// by itself. Pure.
///
/// Upstream: pod_workers.go allowPodStart.
final class NameTurnCalculator {
    private NameTurnCalculator() {}

    /// A pod that has a worker.
    ///
    /// @param desired absent for one that only the runtime knows, which may have been any
    record Known(PodIdentity pod, Optional<DesiredPod> desired) {
        private boolean takesTurns() {
            return desired.map(DesiredPod::isStatic).orElse(true);
        }
    }

    /// Whom the pod has to wait for, if it has to.
    ///
    /// @param known all pods, oldest first; with the pod itself or without it
    static Optional<PodUid> predecessor(DesiredPod pod, List<Known> known) {
        return pod.isStatic()
                ? first(pod.identity().fullName(), known).filter(uid -> !uid.equals(pod.uid()))
                : Optional.empty();
    }

    /// The one of this full name that may run.
    static Optional<PodUid> first(String fullName, List<Known> known) {
        return known.stream()
                .filter(each -> each.pod().fullName().equals(fullName))
                .filter(Known::takesTurns)
                .map(each -> each.pod().uid())
                .findFirst();
    }
}
