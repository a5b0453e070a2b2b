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
/// Upstream: component-helpers/resource AggregateContainerRequests, AggregateContainerLimits.
public final class PodResources {
    private PodResources() {}

    public static Map<String, Quantity> containerRequests(PodSpecOrBuilder spec) {
        return aggregate(spec, container -> container.getResources().getRequestsMap());
    }

    public static Map<String, Quantity> containerLimits(PodSpecOrBuilder spec) {
        return aggregate(spec, container -> container.getResources().getLimitsMap());
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
