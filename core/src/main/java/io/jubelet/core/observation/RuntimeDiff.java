package io.jubelet.core.observation;

import io.jubelet.core.runtime.PodUid;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/// Which pods differ between two listings. Pure.
///
/// Upstream: pleg/generic.go, which makes events of the kinds of change; here a change only says
/// whose pod to read again.
public final class RuntimeDiff {
    private RuntimeDiff() {}

    public static Set<PodUid> between(RuntimeListing before, RuntimeListing after) {
        var changed = new TreeSet<PodUid>();
        for (var pod : after.pods().values()) {
            var old = before.pods().get(pod.pod().uid());
            if (old == null || !sameContent(old, pod)) {
                changed.add(pod.pod().uid());
            }
        }
        for (var uid : before.pods().keySet()) {
            if (!after.pods().containsKey(uid)) {
                changed.add(uid);
            }
        }
        return changed;
    }

    /// The order of the runtime's lists means nothing.
    private static boolean sameContent(RuntimeListing.ListedPod old, RuntimeListing.ListedPod now) {
        return new HashSet<>(old.sandboxes()).equals(new HashSet<>(now.sandboxes()))
                && new HashSet<>(old.containers()).equals(new HashSet<>(now.containers()));
    }
}
