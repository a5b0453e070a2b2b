package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.sync.PodAction.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Decides how a pod ends. Pure.
///
/// Upstream: kuberuntime_container.go killContainersWithSyncResult, killPodWithSyncResult.
public final class TeardownPlanner {
    /// No container is given less, however short the pod's grace period is.
    static final Duration SHORTEST_GRACE = Duration.ofSeconds(2);

    private TeardownPlanner() {}

    /// One thing to stop.
    ///
    /// @param after the containers that go first
    public record Stop(PodAction action, Set<ContainerId> after) {
        public Stop {
            after = Set.copyOf(after);
        }
    }

    /// What to stop; empty when no process of the pod can be alive. Containers come first, sidecars
    /// after the containers they serve, and the sandbox once none of them runs.
    ///
    /// @param desired absent for a pod that was found in the runtime alone
    /// @param grace what the pod is given; where it is unknown, what each container was made with
    /// @param spent how much of the grace has passed: sidecars have to make do with the rest
    public static List<Stop> stop(
            PodObservation seen,
            Optional<DesiredPod> desired,
            Optional<Duration> grace,
            Duration spent) {
        return stop(seen, desired, grace, spent, Reason.POD_ENDS);
    }

    /// What goes first of a pod that is to start over; asked again, what goes next.
    static List<PodAction> startOver(PodObservation seen, DesiredPod desired, Reason why) {
        var grace = Optional.of(desired.terminationGrace());
        return stop(seen, Optional.of(desired), grace, Duration.ZERO, why).stream()
                .filter(stop -> stop.after().isEmpty())
                .map(Stop::action)
                .toList();
    }

    private static List<Stop> stop(
            PodObservation seen,
            Optional<DesiredPod> desired,
            Optional<Duration> grace,
            Duration spent,
            Reason why) {
        // Without any time there is none to wait for one another.
        var ordered = desired.filter(_ -> grace.filter(Duration::isPositive).isPresent());
        var sidecars = desired.map(StopOrderCalculator::sidecars).orElse(List.of());
        var stops = new ArrayList<Stop>();
        for (var container : StopOrderCalculator.alive(seen)) {
            var given = grace.or(container::terminationGrace).orElse(SHORTEST_GRACE);
            var left = sidecars.contains(container.name()) ? given.minus(spent) : given;
            stops.add(
                    new Stop(
                            stop(container, left, why),
                            StopOrderCalculator.before(container, seen, ordered)));
        }
        if (stops.isEmpty()) {
            seen.readySandboxes().forEach(sandbox -> stops.add(stop(sandbox, why)));
        }
        return stops;
    }

    private static Stop stop(ObservedSandbox sandbox, Reason why) {
        return new Stop(new PodAction.StopSandbox(sandbox.id(), why), Set.of());
    }

    private static PodAction stop(ObservedContainer container, Duration grace, Reason why) {
        return new PodAction.StopContainer(container.id(), container.name(), grace, why);
    }

    /// What to remove of a pod that has been stopped.
    public static List<PodAction> remove(PodObservation seen) {
        var actions = new ArrayList<PodAction>();
        seen.containers().forEach(c -> actions.add(PodAction.RemoveContainer.of(seen.pod(), c)));
        seen.sandboxes().forEach(s -> actions.add(new PodAction.RemoveSandbox(s.id())));
        return actions;
    }

    /// The same of a pod that begins again: the log of each container's newest instance stays.
    public static List<PodAction> clear(PodObservation seen) {
        return remove(seen).stream().map(action -> withoutLog(action, seen)).toList();
    }

    private static PodAction withoutLog(PodAction action, PodObservation seen) {
        return action instanceof PodAction.RemoveContainer(var id, var log)
                        && seen.container(log.container())
                                .filter(c -> c.id().equals(id))
                                .isPresent()
                ? new PodAction.DropContainer(id)
                : action;
    }

    static Duration atLeastShortest(Duration grace) {
        return grace.compareTo(SHORTEST_GRACE) < 0 ? SHORTEST_GRACE : grace;
    }
}
