package io.jubelet.core.volume;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.Wait;
import java.util.List;
import java.util.Map;

/// A pod's volumes as its worker sees them. No method blocks: a pod that must wait is poked when
/// the wait is over.
///
/// Thread: any.
public interface PodVolumes {
    /// The pod is to run: its volumes are wanted from now on. Asked at every turn, so that what
    /// changed in the pod reaches its volumes.
    State want(DesiredPod pod);

    /// No container of the pod runs any more: its volumes go. Answers what still has to; nothing
    /// of the pod is mounted once that is empty.
    List<Wait.Planned> release(PodUid pod);

    /// The pod is finished: nobody asks for it again.
    void forget(PodUid pod);

    /// How far a pod's volumes are.
    sealed interface State {
        /// @param volumes by name
        record Ready(Map<String, Placed> volumes) implements State {
            public Ready {
                volumes = Map.copyOf(volumes);
            }
        }

        /// @param soon whether all they are made of is at hand, so that they are there in a moment
        record NotYet(List<Wait.Planned> waits, boolean soon) implements State {
            public NotYet {
                waits = List.copyOf(waits);
            }
        }
    }

    /// A volume that can be given to containers.
    ///
    /// @param path where it lies on this machine
    /// @param readOnly whether no container may write it
    record Placed(String path, boolean readOnly) {}
}
