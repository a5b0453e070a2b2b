package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.model.pod.PodNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The difference between two snapshots of one source. Pure. Removals come first, so that what
/// replaces a pod finds it ending.
///
/// Upstream: config/config.go merge.
public final class SourceDiff {
    private SourceDiff() {}

    public static List<PodChange> between(List<DesiredPod> before, List<DesiredPod> after) {
        var old = byUid(before);
        var now = byUid(after);
        var changes = new ArrayList<PodChange>();
        for (var uid : old.keySet()) {
            if (!now.containsKey(uid)) {
                changes.add(new PodChange.Removed(uid));
            }
        }
        now.forEach(
                (uid, pod) -> {
                    var known = old.get(uid);
                    if (known == null) {
                        changes.add(new PodChange.Added(pod));
                    } else if (!sameButForSeen(known, pod)) {
                        changes.add(new PodChange.Updated(pod));
                    }
                });
        return changes;
    }

    /// When a manifest was read is no part of what it says.
    private static boolean sameButForSeen(DesiredPod known, DesiredPod pod) {
        return withoutSeen(known).equals(withoutSeen(pod));
    }

    private static DesiredPod withoutSeen(DesiredPod desired) {
        var pod = desired.pod().toBuilder();
        pod.getMetadataBuilder().removeAnnotations(PodNames.CONFIG_SEEN);
        return new DesiredPod(pod.build());
    }

    private static Map<PodUid, DesiredPod> byUid(List<DesiredPod> pods) {
        var map = new LinkedHashMap<PodUid, DesiredPod>();
        pods.forEach(pod -> map.putIfAbsent(pod.uid(), pod));
        return map;
    }
}
