package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Stops one container: tells of it, lets it prepare, and ends it.
///
/// Thread: the one that stops.
/// Upstream: kuberuntime_container.go killContainer.
final class ContainerStops {
    private static final Log LOG = Log.of(ContainerStops.class);

    private final ContainerRuntime runtime;
    private final LifecycleHooks hooks;
    private final PodEvents events;

    ContainerStops(ContainerRuntime runtime, LifecycleHooks hooks, PodEvents events) {
        this.runtime = runtime;
        this.hooks = hooks;
        this.events = events;
    }

    /// @param desired absent for a pod that was found in the runtime alone
    void stop(Optional<DesiredPod> desired, PodAction.StopContainer stop) {
        end(stop.within(stop.grace().minus(prepare(desired, stop))));
    }

    /// Tells of the stop and lets the container prepare for it; answers what its hook took of the
    /// grace.
    Duration prepare(Optional<DesiredPod> desired, PodAction.StopContainer stop) {
        desired.ifPresent(pod -> events.killing(pod, stop));
        LOG.info(
                "Stopping container",
                "container",
                stop.container(),
                "containerID",
                stop.id(),
                "grace",
                stop.grace(),
                "reason",
                stop.reason().text());
        return preStop(desired, stop);
    }

    /// Runs the container's preStop hook, if there is one and time for it; answers what it took.
    private Duration preStop(Optional<DesiredPod> desired, PodAction.StopContainer stop) {
        var container = desired.flatMap(pod -> find(pod, stop.container()));
        if (container.isEmpty()
                || !container.get().getLifecycle().hasPreStop()
                || !stop.grace().isPositive()) {
            return Duration.ZERO;
        }
        var target = new LifecycleHooks.Target(desired.orElseThrow(), container.get(), stop.id());
        return hooks.preStop(target, container.get().getLifecycle().getPreStop(), stop.grace());
    }

    /// Ends a container that has prepared, or hastens one that is being ended already.
    void end(PodAction.StopContainer stop) {
        runtime.stopContainer(stop.id(), TeardownPlanner.atLeastShortest(stop.grace()));
    }

    static Optional<Container> find(DesiredPod desired, String name) {
        return Stream.of(
                        desired.initContainers(),
                        desired.containers(),
                        desired.ephemeralContainers())
                .flatMap(List::stream)
                .filter(container -> container.getName().equals(name))
                .findFirst();
    }
}
