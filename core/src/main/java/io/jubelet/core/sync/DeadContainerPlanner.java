package io.jubelet.core.sync;

import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.PodUid;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Which dead containers go because all pods together have too many of them. Pure.
///
/// First every container keeps an equal share of its instances, one at least; if that is not
/// enough the oldest go, of whatever pod. The newest instance of a container stays while its pod
/// may still ask how it ended.
///
/// Upstream: kuberuntime_gc.go evictContainers, the part about MaxContainers.
final class DeadContainerPlanner {
    /// Among the instances of one container, whatever the clock did meanwhile.
    private static final Comparator<ListedContainer> NEWEST_FIRST =
            Comparator.comparingInt(ListedContainer::attempt)
                    .thenComparing(ListedContainer::createdAt)
                    .reversed();

    private DeadContainerPlanner() {}

    /// One container of one pod, of which there may be many instances.
    private record Unit(PodUid pod, String name) implements Comparable<Unit> {
        static Unit of(ListedContainer container) {
            return new Unit(container.pod().uid(), container.name());
        }

        @Override
        public int compareTo(Unit other) {
            return Comparator.comparing(Unit::pod).thenComparing(Unit::name).compare(this, other);
        }
    }

    /// @param listed all containers of pods that somebody wants
    /// @param ended the pods that nobody will ask about their containers any more
    static List<ListedContainer> tooMany(
            List<ListedContainer> listed,
            Set<PodUid> ended,
            DeadContainerLimits limits,
            Instant now) {
        var dead =
                listed.stream()
                        .filter(it -> it.state() == ContainerState.EXITED)
                        .filter(it -> limits.ripe(it.createdAt(), now))
                        .sorted(Comparator.comparing(ListedContainer::createdAt))
                        .toList();
        if (limits.total() < 0 || dead.size() <= limits.total()) {
            return List.of();
        }
        var gone = beyondShare(dead, limits.total());
        var left = dead.stream().filter(it -> !gone.contains(it)).toList();
        var newest = newest(listed);
        left.stream()
                .filter(it -> ended.contains(it.pod().uid()) || !newest.contains(it))
                .limit(Math.max(0, left.size() - limits.total()))
                .forEach(gone::add);
        return List.copyOf(gone);
    }

    private static Set<ListedContainer> beyondShare(List<ListedContainer> dead, int total) {
        var units =
                dead.stream()
                        .collect(
                                Collectors.groupingBy(Unit::of, TreeMap::new, Collectors.toList()));
        var share = Math.max(1, total / units.size());
        var gone = new LinkedHashSet<ListedContainer>();
        units.values()
                .forEach(unit -> unit.stream().sorted(NEWEST_FIRST).skip(share).forEach(gone::add));
        return gone;
    }

    private static Set<ListedContainer> newest(List<ListedContainer> listed) {
        Map<Unit, ListedContainer> newest =
                listed.stream()
                        .collect(
                                Collectors.toMap(
                                        Unit::of,
                                        it -> it,
                                        (one, other) ->
                                                NEWEST_FIRST.compare(one, other) <= 0
                                                        ? one
                                                        : other));
        return Set.copyOf(newest.values());
    }
}
