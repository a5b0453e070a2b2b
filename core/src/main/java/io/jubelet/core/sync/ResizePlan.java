package io.jubelet.core.sync;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.sync.ContainerSize.Resource;
import java.util.List;

/// How a running pod comes to the size that it was given.
///
/// @param steps in their order; what fails keeps those after it from being done
/// @param restarts containers that take their new size only when they start
/// @param ofPod whether what the pod as a whole is given changes, and is to be remembered as done
public record ResizePlan(List<Step> steps, List<Restart> restarts, boolean ofPod) {
    public static final ResizePlan NOTHING = new ResizePlan(List.of(), List.of(), false);

    public ResizePlan {
        steps = List.copyOf(steps);
        restarts = List.copyOf(restarts);
    }

    /// One thing to set.
    public sealed interface Step {}

    /// The pod's cgroup, what it may use at most.
    ///
    /// @param value bytes of memory, or microseconds of processor time in a period
    public record PodLimit(Resource resource, long value) implements Step {}

    /// The pod's cgroup, what it gets beside others.
    public record PodShares(long cpuShares) implements Step {}

    /// A container that goes on running.
    ///
    /// @param size all of its sizes: the one that changes, and the others as they are then
    public record Container(ContainerId id, String name, Resource resource, ContainerSize size)
            implements Step {}

    /// A container that is stopped, and started with its new size.
    public record Restart(ContainerId id, String name) {}
}
