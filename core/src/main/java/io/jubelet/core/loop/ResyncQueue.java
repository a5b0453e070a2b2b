package io.jubelet.core.loop;

import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.PodUid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// When each pod is to be looked at again by itself. One entry a pod.
///
/// Thread: the sync loop's.
final class ResyncQueue {
    private final Map<PodUid, Tick> due = new LinkedHashMap<>();

    void schedule(PodUid pod, Tick at) {
        due.put(pod, at);
    }

    void forget(PodUid pod) {
        due.remove(pod);
    }

    /// Removes and answers the pods whose time has come.
    List<PodUid> takeDue(Tick now) {
        var ready = new ArrayList<PodUid>();
        due.forEach(
                (pod, at) -> {
                    if (!now.isBefore(at)) {
                        ready.add(pod);
                    }
                });
        ready.forEach(due::remove);
        return ready;
    }

    Optional<Tick> next() {
        return due.values().stream().min(Tick::compareTo);
    }
}
