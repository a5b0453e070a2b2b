package io.jubelet.core.cgroup;

import io.jubelet.api.core.Pod;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.Wait;
import java.util.List;
import java.util.Set;

/// The cgroup of each pod: made before its sandbox, gone before its end is told.
///
/// Every method but `parentOf` may block on the machine, and throws
/// [io.jubelet.core.host.HostCallException] when that does not do what was asked.
///
/// Thread: the pod's worker.
/// Upstream: cm/types.go PodContainerManager.
public interface PodCgroups {
    /// Where cgroups are the runtime's own business.
    PodCgroups NONE = new NoPodCgroups();

    /// Where the runtime has to put the pod; empty for wherever it likes.
    String parentOf(Pod pod);

    /// Whether the pod, of which something runs, has the cgroup that it must be in.
    boolean holds(Pod pod);

    /// Makes the pod's cgroup, or sets once more what it is held to.
    void make(Pod pod);

    /// Leaves as little processor time as can be to what is left of a pod that has ended.
    void lower(PodUid pod);

    /// Kills what is left in the pod's cgroup and removes it.
    ///
    /// @return what that waits for; empty once it is gone
    List<Wait.Planned> remove(PodUid pod);

    /// Nothing of that pod has to be known any more.
    void forget(PodUid pod);

    /// The pods that have one, those among them that nobody knows any more.
    Set<PodUid> pods();
}
