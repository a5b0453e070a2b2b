package io.jubelet.core.sync;

import io.jubelet.core.sync.ContainerSize.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// Whether memory may be taken from what runs: nobody gets a limit below what is used, which would
/// kill it. Pure.
///
/// Upstream: kuberuntime_manager.go validateMemoryResizeAction.
public final class MemoryShrinkPolicy {
    private MemoryShrinkPolicy() {}

    /// What is in use.
    ///
    /// @param pod by the pod as a whole, where it is known
    /// @param container by a container of this name
    public record Usage(OptionalLong pod, Function<String, OptionalLong> container) {}

    /// Why the plan cannot be carried out now, if it cannot.
    public static Optional<String> refusal(ResizeInput input, ResizePlan plan, Usage usage) {
        var reasons = new ArrayList<String>();
        for (var step : plan.steps()) {
            switch (step) {
                case ResizePlan.PodLimit limit -> ofPod(input, limit, usage, reasons);
                case ResizePlan.Container container ->
                        ofContainer(input, container, usage, reasons);
                case ResizePlan.PodShares _ -> {}
            }
        }
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.of("cannot decrease memory limits: " + text(reasons));
    }

    private static void ofPod(
            ResizeInput input, ResizePlan.PodLimit limit, Usage usage, List<String> reasons) {
        if (limit.resource() != Resource.MEMORY
                || !shrinks(input.cgroup().memoryBytes(), limit.value())) {
            return;
        }
        if (usage.pod().isEmpty()) {
            reasons.add("missing pod memory usage");
        } else if (usage.pod().getAsLong() >= limit.value()) {
            reasons.add(
                    "attempting to set pod memory limit (%d) below current usage (%d)"
                            .formatted(limit.value(), usage.pod().getAsLong()));
        }
    }

    private static void ofContainer(
            ResizeInput input, ResizePlan.Container step, Usage usage, List<String> reasons) {
        var now = input.actuated().getOrDefault(step.name(), ContainerSize.NONE).memoryLimit();
        var wanted = step.size().memoryLimit();
        if (step.resource() != Resource.MEMORY || !shrinks(now, wanted)) {
            return;
        }
        var used = usage.container().apply(step.name());
        if (used.isEmpty()) {
            reasons.add("missing container \"%s\" memory usage".formatted(step.name()));
        } else if (used.getAsLong() >= wanted) {
            reasons.add(
                    "attempting to set container \"%s\" memory limit (%d) below current usage (%d)"
                            .formatted(step.name(), wanted, used.getAsLong()));
        }
    }

    /// A limit that was not there before is less too.
    private static boolean shrinks(long now, long wanted) {
        return wanted > 0 && (now <= 0 || wanted < now);
    }

    private static String text(List<String> reasons) {
        return reasons.size() == 1 ? reasons.getFirst() : "[" + String.join(", ", reasons) + "]";
    }
}
