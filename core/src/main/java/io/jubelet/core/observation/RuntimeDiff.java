package io.jubelet.core.observation;

import io.jubelet.core.observation.RuntimeListing.ListedPod;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeEvent.Kind;
import io.jubelet.core.runtime.SandboxState;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// What happened between two listings, in the words of the runtime's own events: whoever has seen
/// it already need not look again. Pure.
///
/// Upstream: pleg/generic.go generateEvents.
public final class RuntimeDiff {
    private RuntimeDiff() {}

    public static Set<RuntimeEvent> between(RuntimeListing before, RuntimeListing after) {
        var happened = new LinkedHashSet<RuntimeEvent>();
        after.pods()
                .forEach((uid, now) -> compare(uid, states(before, uid), states(now), happened));
        before.pods()
                .forEach(
                        (uid, then) -> {
                            if (!after.pods().containsKey(uid)) {
                                compare(uid, states(then), Map.of(), happened);
                            }
                        });
        return happened;
    }

    private static void compare(
            PodUid pod, Map<String, Kind> before, Map<String, Kind> after, Set<RuntimeEvent> to) {
        after.forEach(
                (subject, kind) -> {
                    if (before.get(subject) != kind) {
                        to.add(new RuntimeEvent(pod, subject, kind));
                    }
                });
        before.keySet().stream()
                .filter(subject -> !after.containsKey(subject))
                .forEach(subject -> to.add(new RuntimeEvent(pod, subject, Kind.DELETED)));
    }

    private static Map<String, Kind> states(RuntimeListing listing, PodUid uid) {
        var pod = listing.pods().get(uid);
        return pod == null ? Map.of() : states(pod);
    }

    private static Map<String, Kind> states(ListedPod pod) {
        var states = new LinkedHashMap<String, Kind>();
        pod.sandboxes().forEach(it -> states.put(it.id().value(), reached(it.state())));
        pod.containers().forEach(it -> states.put(it.id().value(), reached(it.state())));
        return states;
    }

    private static Kind reached(SandboxState state) {
        return switch (state) {
            case READY -> Kind.STARTED;
            case NOT_READY -> Kind.STOPPED;
        };
    }

    private static Kind reached(ContainerState state) {
        return switch (state) {
            case CREATED -> Kind.CREATED;
            case RUNNING -> Kind.STARTED;
            // What the runtime has lost sight of may have ended.
            case EXITED, UNKNOWN -> Kind.STOPPED;
        };
    }
}
