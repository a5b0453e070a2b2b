package io.jubelet.core.sync;

import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.sync.PodAction.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decides how a pod ends. Pure.
///
/// Upstream: kuberuntime_container.go killContainersWithSyncResult, killPodWithSyncResult.
public final class TeardownPlanner {
    /// No container is given less, however short the pod's grace period is.
    static final Duration SHORTEST_GRACE = Duration.ofSeconds(2);

    private TeardownPlanner() {}

    /// What to stop; empty when no process of the pod can be alive. Containers come first, and
    /// their sandbox once none of them runs.
    ///
    /// @param grace what the pod is given; where it is unknown, what each container was made with
    public static List<PodAction> stop(PodObservation seen, Optional<Duration> grace) {
        var actions = new ArrayList<PodAction>();
        for (var container : seen.containers()) {
            if (container.running() || container.state() == ContainerState.UNKNOWN) {
                var given = grace.or(container::terminationGrace).orElse(SHORTEST_GRACE);
                actions.add(
                        new PodAction.StopContainer(
                                container.id(),
                                container.name(),
                                atLeastShortest(given),
                                Reason.POD_ENDS));
            }
        }
        if (actions.isEmpty()) {
            seen.readySandboxes()
                    .forEach(s -> actions.add(new PodAction.StopSandbox(s.id(), Reason.POD_ENDS)));
        }
        return actions;
    }

    /// What to remove of a pod that has been stopped.
    public static List<PodAction> remove(PodObservation seen) {
        var actions = new ArrayList<PodAction>();
        seen.containers()
                .forEach(c -> actions.add(new PodAction.RemoveContainer(c.id(), c.name())));
        seen.sandboxes().forEach(s -> actions.add(new PodAction.RemoveSandbox(s.id())));
        return actions;
    }

    static Duration atLeastShortest(Duration grace) {
        return grace.compareTo(SHORTEST_GRACE) < 0 ? SHORTEST_GRACE : grace;
    }
}
