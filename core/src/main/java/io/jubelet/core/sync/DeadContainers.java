package io.jubelet.core.sync;

import io.jubelet.core.runtime.PodObservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/// Which remains of a living pod may go. Pure.
///
/// Of every container the newest is kept, and one dead one besides, for its logs; of the sandboxes
/// the newest, and every one that still holds a container.
///
/// Upstream: kuberuntime_gc.go with MaxPerPodContainer 1; here a pod cleans up after itself.
final class DeadContainers {
    /// The newest, and one dead one for whoever asks for the logs of the container before.
    private static final int KEPT_PER_CONTAINER = 2;

    private DeadContainers() {}

    static List<PodAction> toRemove(PodObservation seen) {
        var actions = new ArrayList<PodAction>();
        var counted = new HashMap<String, Integer>();
        var occupied = new HashSet<String>();
        for (var container : seen.containers()) {
            var position = counted.merge(container.name(), 1, Integer::sum);
            if (position > KEPT_PER_CONTAINER && container.exited()) {
                actions.add(PodAction.RemoveContainer.of(seen.pod(), container));
            } else {
                occupied.add(container.sandbox().value());
            }
        }
        for (var sandbox : seen.sandboxes().stream().skip(1).toList()) {
            if (!sandbox.ready() && !occupied.contains(sandbox.id().value())) {
                actions.add(new PodAction.RemoveSandbox(sandbox.id()));
            }
        }
        return actions;
    }
}
