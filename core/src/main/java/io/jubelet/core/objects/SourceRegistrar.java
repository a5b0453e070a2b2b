package io.jubelet.core.objects;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Keeps the objects of the pods that sources have, and of no others: who hears of a pod can ask
/// for what it names.
///
/// Owner of which pods are registered. Thread: those of the sources; the lock is held across no
/// call.
/// Upstream: pod/pod_manager.go, which registers pods with the managers of secrets and config maps.
public final class SourceRegistrar {
    private final PodObjects objects;
    private final Map<String, Map<PodUid, DesiredPod>> known = new HashMap<>();

    public SourceRegistrar(PodObjects objects) {
        this.objects = objects;
    }

    /// That source has these pods now.
    public void sourceChanged(String source, List<DesiredPod> pods) {
        var now = new HashMap<PodUid, DesiredPod>();
        pods.stream().filter(pod -> !pod.isMirror()).forEach(pod -> now.put(pod.uid(), pod));
        var begun = new ArrayList<DesiredPod>();
        var ended = new ArrayList<PodUid>();
        synchronized (this) {
            var before = known.getOrDefault(source, Map.of());
            known.put(source, now);
            now.forEach(
                    (uid, pod) -> {
                        var had = before.get(uid);
                        if (had == null || !had.pod().getSpec().equals(pod.pod().getSpec())) {
                            begun.add(pod);
                        }
                    });
            before.keySet().stream().filter(uid -> !now.containsKey(uid)).forEach(ended::add);
        }
        begun.forEach(objects::register);
        ended.forEach(objects::unregister);
    }
}
