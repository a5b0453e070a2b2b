package io.jubelet.model.pod;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.PodSpecOrBuilder;
import io.jubelet.api.meta.Quantity;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// What the containers of a pod need together, by resource.
///
/// Thread: any; pure.
///
/// Upstream: component-helpers/resource AggregateContainerRequests, AggregateContainerLimits,
/// PodRequests, PodLimits.
public final class PodResources {
    private PodResources() {}

    public static Map<String, Quantity> containerRequests(PodSpecOrBuilder spec) {
        return aggregate(spec, container -> container.getResources().getRequestsMap());
    }

    public static Map<String, Quantity> containerLimits(PodSpecOrBuilder spec) {
        return aggregate(spec, container -> container.getResources().getLimitsMap());
    }

    /// What a pod may count on: what is asked for it as a whole, or by its containers, and its
    /// overhead.
    public static Map<String, Quantity> requests(PodSpecOrBuilder spec) {
        Map<String, Quantity> requests = requestsWithoutOverhead(spec);
        add(requests, spec.getOverheadMap());
        return requests;
    }

    public static Map<String, Quantity> requestsWithoutOverhead(PodSpecOrBuilder spec) {
        Map<String, Quantity> requests = containerRequests(spec);
        putOnPodLevel(requests, spec.getResources().getRequestsMap());
        return requests;
    }

    /// What a pod may use; its overhead comes on top of what is limited.
    public static Map<String, Quantity> limits(PodSpecOrBuilder spec) {
        Map<String, Quantity> limits = limitsWithoutOverhead(spec);
        spec.getOverheadMap()
                .forEach(
                        (name, amount) ->
                                limits.computeIfPresent(
                                        name,
                                        (_, limit) ->
                                                Amounts.of(limit).isZero()
                                                        ? limit
                                                        : Amounts.add(limit, amount)));
        return limits;
    }

    public static Map<String, Quantity> limitsWithoutOverhead(PodSpecOrBuilder spec) {
        Map<String, Quantity> limits = containerLimits(spec);
        putOnPodLevel(limits, spec.getResources().getLimitsMap());
        return limits;
    }

    private static void putOnPodLevel(Map<String, Quantity> sums, Map<String, Quantity> ofPod) {
        ofPod.forEach(
                (name, amount) -> {
                    if (onPodLevel(name)) {
                        sums.put(name, amount);
                    }
                });
    }

    /// Whether that resource may be asked for by a pod as a whole.
    public static boolean onPodLevel(String resource) {
        return resource.equals("cpu")
                || resource.equals("memory")
                || resource.startsWith("hugepages-");
    }

    /// Whether anything of that is asked for the pod as a whole.
    public static boolean setOnPodLevel(PodSpecOrBuilder spec) {
        return requestedOnPodLevel(spec)
                || spec.getResources().getLimitsMap().keySet().stream()
                        .anyMatch(PodResources::onPodLevel);
    }

    public static boolean requestedOnPodLevel(PodSpecOrBuilder spec) {
        return spec.getResources().getRequestsMap().keySet().stream()
                .anyMatch(PodResources::onPodLevel);
    }

    /// The pod at its neediest: all containers and sidecars together, or one init container
    /// beside the sidecars started before it.
    private static Map<String, Quantity> aggregate(
            PodSpecOrBuilder spec, Function<Container, Map<String, Quantity>> amounts) {
        Map<String, Quantity> running = new TreeMap<>();
        spec.getContainersList().forEach(container -> add(running, amounts.apply(container)));
        Map<String, Quantity> sidecars = new TreeMap<>();
        Map<String, Quantity> starting = new TreeMap<>();
        for (Container init : spec.getInitContainersList()) {
            Map<String, Quantity> own = new TreeMap<>(sidecars);
            add(own, amounts.apply(init));
            if (init.getRestartPolicy().equals("Always")) {
                add(running, amounts.apply(init));
                add(sidecars, amounts.apply(init));
            }
            own.forEach((name, amount) -> starting.merge(name, amount, Amounts::max));
        }
        starting.forEach((name, amount) -> running.merge(name, amount, Amounts::max));
        return running;
    }

    private static void add(Map<String, Quantity> sums, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sums.merge(name, amount, Amounts::add));
    }
}
