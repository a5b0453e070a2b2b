package io.jubelet.core.admission;

import io.jubelet.core.desired.DesiredPod;
import java.util.List;

/// Decides whether a pod may run beside those that do. It is asked once for each pod, before the
/// pod's worker first takes a turn: pods that run already come first, then by their creation, and
/// static pods before those of the API server that were made at the same time.
///
/// Thread: the sync loop's; must not block. What it must ask others for it answers with
/// [Verdict.NotYet] and is asked again.
/// Upstream: lifecycle/interfaces.go PodAdmitHandler, kubelet.go HandlePodAdditions.
@FunctionalInterface
public interface Admission {
    /// Everything may run.
    Admission EVERYTHING = (candidate, active) -> new Verdict.Admitted();

    /// @param active all other pods that hold a share of the node: admitted, and neither finished
    ///     nor without processes after their end was asked for
    Verdict admit(DesiredPod candidate, List<DesiredPod> active);
}
