package io.jubelet.core.cgroup;

import io.jubelet.api.core.Pod;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.Wait;
import java.util.List;
import java.util.Set;

/// No pod has a cgroup of its own.
///
/// Upstream: pod_container_manager_linux.go podContainerManagerNoop.
final class NoPodCgroups implements PodCgroups {
    @Override
    public String parentOf(Pod pod) {
        return "";
    }

    @Override
    public boolean holds(Pod pod) {
        return true;
    }

    @Override
    public void make(Pod pod) {}

    @Override
    public void lower(PodUid pod) {}

    @Override
    public List<Wait.Planned> remove(PodUid pod) {
        return List.of();
    }

    @Override
    public void forget(PodUid pod) {}

    @Override
    public Set<PodUid> pods() {
        return Set.of();
    }
}
