package io.jubelet.core.observation;

import io.jubelet.core.observation.RuntimeListing.ListedPod;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeEvent.Kind;
import io.jubelet.core.runtime.SandboxState;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// What happened between two listings, in the words of the runtime's own events: whoever has seen
/// it already need not look again. Pure.
///
/// Upstream: pleg/generic.go generateEvents.
public final class RuntimeDiff {
    private RuntimeDiff() {}

    public static Set<RuntimeEvent> between(RuntimeListing before, RuntimeListing after) {
        var happened = new LinkedHashSet<RuntimeEvent>();
        after.pods()
                .forEach(
                        (uid, now) ->
                                compare(
                                        Optional.ofNullable(before.pods().get(uid)),
                                        now,
                                        happened));
        before.pods()
                .forEach(
                        (uid, then) -> {
                            if (!after.pods().containsKey(uid)) {
                                var nothing = new ListedPod(then.pod(), List.of(), List.of());
                                compare(Optional.of(then), nothing, happened);
                            }
                        });
        return happened;
    }

    private static void compare(Optional<ListedPod> then, ListedPod now, Set<RuntimeEvent> to) {
        var uid = now.pod().uid();
        var sandboxes = then.map(RuntimeDiff::sandboxes).orElse(Map.of());
        compare(uid, sandboxes, sandboxes(now), RuntimeDiff::reached, to);
        var containers = then.map(RuntimeDiff::containers).orElse(Map.of());
        compare(uid, containers, containers(now), RuntimeDiff::reached, to);
    }

    private static <S extends Enum<S>> void compare(
            PodUid pod,
            Map<String, S> before,
            Map<String, S> after,
            Function<S, Kind> reached,
            Set<RuntimeEvent> to) {
        after.forEach(
                (subject, state) -> {
                    if (before.get(subject) != state) {
                        to.add(new RuntimeEvent(pod, subject, reached.apply(state)));
                    }
                });
        before.keySet().stream()
                .filter(subject -> !after.containsKey(subject))
                .forEach(subject -> to.add(new RuntimeEvent(pod, subject, Kind.DELETED)));
    }

    private static Map<String, SandboxState> sandboxes(ListedPod pod) {
        var states = new LinkedHashMap<String, SandboxState>();
        pod.sandboxes().forEach(it -> states.put(it.id().value(), it.state()));
        return states;
    }

    private static Map<String, ContainerState> containers(ListedPod pod) {
        var states = new LinkedHashMap<String, ContainerState>();
        pod.containers().forEach(it -> states.put(it.id().value(), it.state()));
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
