package io.jubelet.core.objects;

import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.runtime.PodUid;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Which pods name which objects. Not safe for concurrent use: its owner locks.
final class References {
    private final Map<ObjectName, Set<PodUid>> podsOf = new HashMap<>();
    private final Map<PodUid, Set<ObjectName>> namesOf = new HashMap<>();

    /// What a change made newly wanted and what it left without anybody.
    record Change(Set<ObjectName> begun, Set<ObjectName> ended) {}

    Change replace(PodUid pod, Set<ObjectName> names) {
        var before = names.isEmpty() ? namesOf.remove(pod) : namesOf.put(pod, Set.copyOf(names));
        var gone = new LinkedHashSet<>(before == null ? Set.<ObjectName>of() : before);
        gone.removeAll(names);
        var begun = new LinkedHashSet<ObjectName>();
        for (var name : names) {
            var pods = podsOf.get(name);
            if (pods == null) {
                pods = new LinkedHashSet<>();
                podsOf.put(name, pods);
                begun.add(name);
            }
            pods.add(pod);
        }
        var ended = new LinkedHashSet<ObjectName>();
        for (var name : gone) {
            var pods = podsOf.get(name);
            if (pods != null && pods.remove(pod) && pods.isEmpty()) {
                podsOf.remove(name);
                ended.add(name);
            }
        }
        return new Change(begun, ended);
    }

    Set<PodUid> podsOf(ObjectName name) {
        return Set.copyOf(podsOf.getOrDefault(name, Set.of()));
    }
}
