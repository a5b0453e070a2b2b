package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.sync.ContainerSize.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Decides how a running pod comes to another size. Pure. Nothing carries it out yet.
///
/// Memory comes before processors. The pod's cgroup grows before its containers and shrinks after
/// them; of the containers those that shrink come first. A container whose policy says so is
/// restarted instead.
///
/// Upstream: kuberuntime_manager.go computePodResizeAction, doPodResizeAction,
/// IsPodResizeInProgress.
public final class ResizePlanner {
    private final ResizeInput input;
    private final DesiredPod pod;
    private final List<Change> changes;
    private final boolean ofPod;

    /// A container that runs with another size than it was given.
    private record Change(
            Container container, ObservedContainer running, ContainerSize from, ContainerSize to) {
        long growth(Resource resource) {
            return from.growth(resource, to);
        }

        boolean needsRestart() {
            return Stream.of(Resource.values())
                    .filter(resource -> growth(resource) != 0)
                    .anyMatch(this::restartsFor);
        }

        private boolean restartsFor(Resource resource) {
            return container.getResizePolicyList().stream()
                    .filter(policy -> policy.getResourceName().equals(resource.text()))
                    .findFirst()
                    .filter(policy -> policy.getRestartPolicy().equals("RestartContainer"))
                    .isPresent();
        }
    }

    private ResizePlanner(ResizeInput input) {
        this.input = input;
        this.pod = input.allocated();
        this.ofPod =
                input.gates().podLevel()
                        && input.actuatedPod().filter(it -> !it.equals(podSize())).isPresent();
        this.changes = resizable().flatMap(it -> change(it).stream()).toList();
    }

    public static ResizePlan plan(ResizeInput input) {
        // The kubelet's own pods take another size as another pod does.
        return input.allocated().isStatic() ? ResizePlan.NOTHING : new ResizePlanner(input).plan();
    }

    /// Whether what runs has not yet the size that it was given.
    public static boolean inProgress(ResizeInput input) {
        var planner = new ResizePlanner(input);
        return planner.ofPod || !planner.changes.isEmpty();
    }

    private ResizePlan plan() {
        var restarts =
                changes.stream()
                        .filter(Change::needsRestart)
                        .map(it -> new ResizePlan.Restart(it.running().id(), it.running().name()))
                        .toList();
        var steps = new ArrayList<ResizePlan.Step>();
        memory(steps);
        cpu(steps);
        return new ResizePlan(steps, restarts, ofPod);
    }

    private void memory(List<ResizePlan.Step> steps) {
        var now = orNone(input.cgroup().memoryBytes());
        var wanted = input.wanted().memoryBytes();
        // A limit that is no longer wanted stays, as upstream has it.
        var limit = new ResizePlan.PodLimit(Resource.MEMORY, wanted);
        if (wanted > 0 && wanted > now) {
            steps.add(limit);
        }
        containers(steps, Resource.MEMORY);
        if (wanted > 0 && wanted < now) {
            steps.add(limit);
        }
    }

    private void cpu(List<ResizePlan.Step> steps) {
        var now = orNone(input.cgroup().cpuQuota());
        var wanted = input.wanted().cpuQuota();
        var limit = new ResizePlan.PodLimit(Resource.CPU, wanted);
        var shares = new ResizePlan.PodShares(input.wanted().cpuShares());
        var moreShares = Long.compare(shares.cpuShares(), input.cgroup().cpuShares());
        if (wanted > 0 && wanted > now) {
            steps.add(limit);
        }
        if (moreShares > 0) {
            steps.add(shares);
        }
        containers(steps, Resource.CPU);
        if (moreShares < 0) {
            steps.add(shares);
        }
        if (wanted > 0 && wanted < now) {
            steps.add(limit);
        }
    }

    private static long orNone(long limit) {
        return limit <= 0 ? Long.MAX_VALUE : limit;
    }

    /// Those that shrink come first, the last one of them before the others.
    private void containers(List<ResizePlan.Step> steps, Resource resource) {
        var ordered = new ArrayList<ResizePlan.Step>();
        for (var change : changes) {
            var growth = change.growth(resource);
            if (growth == 0 || change.needsRestart()) {
                continue;
            }
            ordered.add(growth > 0 ? ordered.size() : 0, step(change, resource));
        }
        steps.addAll(ordered);
    }

    private static ResizePlan.Step step(Change change, Resource resource) {
        var size =
                switch (resource) {
                    case MEMORY -> change.from().withMemoryOf(change.to());
                    case CPU -> change.to();
                };
        return new ResizePlan.Container(
                change.running().id(), change.running().name(), resource, size);
    }

    private Stream<Container> resizable() {
        var init =
                pod.initContainers().stream()
                        .filter(it -> DesiredPod.isSidecar(it) || input.gates().initContainers());
        return Stream.concat(init, pod.containers().stream());
    }

    /// What does not run takes its size when it starts.
    private Optional<Change> change(Container container) {
        return input.seen()
                .container(container.getName())
                .filter(ObservedContainer::running)
                .map(running -> new Change(container, running, told(container), given(container)))
                .filter(change -> !change.from().equals(change.to()));
    }

    private ContainerSize told(Container container) {
        var size = input.actuated().getOrDefault(container.getName(), ContainerSize.NONE);
        return input.gates().podLevel()
                ? size.within(input.actuatedPod().orElse(ContainerSize.NONE))
                : size;
    }

    private ContainerSize given(Container container) {
        var size = ContainerSize.of(container.getResources());
        return input.gates().podLevel() ? size.within(podSize()) : size;
    }

    private ContainerSize podSize() {
        return ContainerSize.of(pod.pod().getSpec().getResources());
    }
}
