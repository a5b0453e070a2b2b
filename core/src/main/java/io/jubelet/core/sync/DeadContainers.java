package io.jubelet.core.sync;

import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.SandboxId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which remains of a living pod may go. Pure.
///
/// Of every container the newest instance stays, whatever the limits: its end is the container's
/// status, and its time the back-off's. Of those before it as many stay as the limits say, for
/// their logs; of the sandboxes the newest, and every one that still holds a container.
///
/// Upstream: kuberuntime_gc.go evictContainers, evictSandboxes; pod_container_deletor.go; here a
/// pod cleans up after itself.
final class DeadContainers {
    private final PodObservation seen;
    private final DeadContainerLimits limits;
    private final Instant now;

    private DeadContainers(PodObservation seen, DeadContainerLimits limits, Instant now) {
        this.seen = seen;
        this.limits = limits;
        this.now = now;
    }

    /// What goes now.
    ///
    /// @param nextAt when more goes, if nothing else happens
    record Leftovers(List<PodAction> removals, Optional<Instant> nextAt) {
        Leftovers {
            removals = List.copyOf(removals);
        }
    }

    static Leftovers of(PodObservation seen, DeadContainerLimits limits, Instant now) {
        return new DeadContainers(seen, limits, now).decide();
    }

    private Leftovers decide() {
        var actions = new ArrayList<PodAction>();
        var occupied = new HashSet<SandboxId>();
        var next = new ArrayList<Instant>();
        for (var older : olderInstances(occupied).values()) {
            var gone = tooMany(older);
            gone.forEach(it -> actions.add(PodAction.RemoveContainer.of(seen.pod(), it)));
            var left = older.stream().filter(it -> !gone.contains(it)).toList();
            left.forEach(it -> occupied.add(it.sandbox()));
            nextRipe(left).ifPresent(next::add);
        }
        for (var sandbox : seen.sandboxes().stream().skip(1).toList()) {
            if (!sandbox.ready() && !occupied.contains(sandbox.id())) {
                actions.add(new PodAction.RemoveSandbox(sandbox.id()));
            }
        }
        return new Leftovers(actions, next.stream().min(Comparator.naturalOrder()));
    }

    /// The ended instances before the newest of each container, the newest of them first; all
    /// others stay where they are.
    private Map<String, List<ObservedContainer>> olderInstances(Set<SandboxId> occupied) {
        var newest = new HashSet<String>();
        var older = new LinkedHashMap<String, List<ObservedContainer>>();
        for (var container : seen.containers()) {
            if (newest.add(container.name()) || !container.exited()) {
                occupied.add(container.sandbox());
            } else {
                older.computeIfAbsent(container.name(), _ -> new ArrayList<>()).add(container);
            }
        }
        return older;
    }

    private List<ObservedContainer> tooMany(List<ObservedContainer> older) {
        return older.stream()
                .filter(container -> limits.ripe(container.createdAt(), now))
                .skip(limits.mostPerContainer())
                .toList();
    }

    /// Those that are old enough are no more than may stay; the first that becomes one too many is
    /// so when it is old enough itself.
    private Optional<Instant> nextRipe(List<ObservedContainer> left) {
        return left.stream()
                .map(ObservedContainer::createdAt)
                .sorted(Comparator.naturalOrder())
                .skip(limits.mostPerContainer())
                .findFirst()
                .map(limits::ripeAt);
    }
}
