package io.jubelet.core.cgroup;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/// Pods by what they ask for: one text a container, `cpu,memory|cpu,memory` for requests and
/// limits, with a prefix `init:`, `sidecar:`, or `pod:` for the pod as a whole.
public final class SizedPods {
    private SizedPods() {}

    public static Pod pod(String... parts) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName("sized").setUid("1234-abcd");
        for (var part : parts) {
            var colon = part.indexOf(':');
            var resources = resources(part.substring(colon + 1));
            var spec = pod.getSpecBuilder();
            switch (part.substring(0, Math.max(0, colon))) {
                case "pod" -> spec.setResources(resources);
                case "init" ->
                        spec.addInitContainers(
                                named("init" + spec.getInitContainersCount(), resources));
                case "sidecar" ->
                        spec.addInitContainers(
                                named("init" + spec.getInitContainersCount(), resources)
                                        .setRestartPolicy("Always"));
                case "" -> spec.addContainers(named("main" + spec.getContainersCount(), resources));
                default -> throw new IllegalArgumentException(part);
            }
        }
        return pod.build();
    }

    private static Container.Builder named(String name, ResourceRequirements resources) {
        return Container.newBuilder().setName(name).setResources(resources);
    }

    private static ResourceRequirements resources(String text) {
        var resources = ResourceRequirements.newBuilder();
        var halves = List.of(text.split("\\|", -1));
        amounts(halves.getFirst(), resources::putRequests);
        if (halves.size() > 1) {
            amounts(halves.get(1), resources::putLimits);
        }
        return resources.build();
    }

    private static void amounts(String text, BiConsumer<String, Quantity> put) {
        var names = List.of("cpu", "memory");
        var amounts = text.split(",", -1);
        for (var index = 0; index < Math.min(names.size(), amounts.length); index++) {
            if (!amounts[index].isEmpty()) {
                put.accept(names.get(index), quantity(amounts[index]));
            }
        }
    }

    public static Quantity quantity(String text) {
        return Quantity.newBuilder().setString(text).build();
    }

    public static Pod withOverhead(Pod pod, Map<String, String> overhead) {
        var changed = pod.toBuilder();
        overhead.forEach(
                (name, amount) -> changed.getSpecBuilder().putOverhead(name, quantity(amount)));
        return changed.build();
    }
}
