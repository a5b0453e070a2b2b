package io.jubelet.core.volume;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.WaitReason;
import java.util.List;
import java.util.Map;

/// A pod's volumes as its worker sees them. No method blocks: a pod that must wait is poked when
/// the wait is over.
///
/// Thread: any.
public interface PodVolumes {
    /// The pod is to run: its volumes are wanted from now on.
    State want(DesiredPod pod);

    /// No container of the pod runs any more: its volumes go. Answers what still has to.
    List<WaitReason> release(PodUid pod);

    /// How far a pod's volumes are.
    sealed interface State {
        /// @param paths by volume name, where each lies on this machine
        record Ready(Map<String, String> paths) implements State {
            public Ready {
                paths = Map.copyOf(paths);
            }
        }

        record NotYet(List<WaitReason> reasons) implements State {
            public NotYet {
                reasons = List.copyOf(reasons);
            }
        }
    }
}
