package io.jubelet.core.source;

import io.jubelet.api.core.Pod;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.model.pod.PodNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The difference between two snapshots of one source. Pure. Removals come first, so that what
/// replaces a pod finds it ending. Mirror pods are no pods to run and are passed over.
///
/// Upstream: config/config.go merge.
public final class SourceDiff {
    private SourceDiff() {}

    public static List<PodChange> between(List<DesiredPod> before, List<DesiredPod> after) {
        return between(before, after, Set.of());
    }

    /// @param interrupted pods that the source had not for a while between the two
    public static List<PodChange> between(
            List<DesiredPod> before, List<DesiredPod> after, Set<PodUid> interrupted) {
        var old = byUid(before);
        var now = byUid(after);
        var changes = new ArrayList<PodChange>();
        for (var uid : old.keySet()) {
            if (!now.containsKey(uid) || interrupted.contains(uid)) {
                changes.add(new PodChange.Removed(uid));
            }
        }
        old.keySet().removeAll(interrupted);
        now.forEach(
                (uid, pod) -> {
                    var known = old.get(uid);
                    if (known == null) {
                        changes.add(new PodChange.Added(pod));
                    } else {
                        change(known, pod).ifPresent(changes::add);
                    }
                });
        return changes;
    }

    private static Optional<PodChange> change(DesiredPod known, DesiredPod pod) {
        if (known.equals(pod)) {
            // Most pods of a snapshot are the very objects of the last one.
            return Optional.empty();
        }
        if (!wishOf(known).equals(wishOf(pod))) {
            return Optional.of(
                    pod.beingDeleted() ? new PodChange.Deleted(pod) : new PodChange.Updated(pod));
        }
        return known.pod().getStatus().equals(pod.pod().getStatus())
                        && known.pod()
                                .getMetadata()
                                .getResourceVersion()
                                .equals(pod.pod().getMetadata().getResourceVersion())
                ? Optional.empty()
                : Optional.of(new PodChange.Reconciled(pod));
    }

    /// What somebody wants of a pod. When a manifest was read is no part of it, and neither is what
    /// we said of the pod ourselves.
    private static Pod wishOf(DesiredPod desired) {
        var pod = desired.pod().toBuilder().clearStatus();
        pod.getMetadataBuilder()
                .removeAnnotations(PodNames.CONFIG_SEEN)
                .clearResourceVersion()
                .clearManagedFields();
        return pod.build();
    }

    private static Map<PodUid, DesiredPod> byUid(List<DesiredPod> pods) {
        var map = new LinkedHashMap<PodUid, DesiredPod>();
        pods.stream()
                .filter(pod -> !pod.isMirror())
                .forEach(pod -> map.putIfAbsent(pod.uid(), pod));
        return map;
    }
}
