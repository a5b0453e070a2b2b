package io.jubelet.core.cgroup;

import io.jubelet.api.core.Pod;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.model.pod.QosClass;
import java.util.List;
import java.util.Optional;

/// Which cgroup is whose, below the configured root:
///
/// ```
/// kubepods ─┬─ pod<uid>                 Guaranteed
///           ├─ burstable ─── pod<uid>
///           └─ besteffort ── pod<uid>
/// ```
///
/// The names are upstream's, so that either agent finds the other's.
///
/// Thread: any; immutable.
/// Upstream: pod_container_manager_linux.go GetPodContainerName, IsPodCgroup.
public record CgroupLayout(CgroupName root) {
    private static final String POD = "pod";

    /// The cgroup of all pods.
    public CgroupName pods() {
        return root.child("kubepods");
    }

    public CgroupName tier(QosClass qos) {
        return switch (qos) {
            case GUARANTEED -> pods();
            case BURSTABLE -> pods().child("burstable");
            case BEST_EFFORT -> pods().child("besteffort");
        };
    }

    public CgroupName of(Pod pod) {
        return of(QosClass.of(pod), new PodUid(pod.getMetadata().getUid()));
    }

    public CgroupName of(QosClass qos, PodUid uid) {
        return tier(qos).child(POD + uid.value());
    }

    /// Wherever a pod of which only the uid is known may have one.
    public List<CgroupName> anyOf(PodUid uid) {
        return List.of(
                of(QosClass.BEST_EFFORT, uid),
                of(QosClass.BURSTABLE, uid),
                of(QosClass.GUARANTEED, uid));
    }

    /// The pod whose cgroup has that name inside its tier.
    public static Optional<PodUid> podOf(String name) {
        return name.startsWith(POD) && name.length() > POD.length()
                ? Optional.of(new PodUid(name.substring(POD.length())))
                : Optional.empty();
    }
}
