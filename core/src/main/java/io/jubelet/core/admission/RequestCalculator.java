package io.jubelet.core.admission;

import io.jubelet.api.core.Pod;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.pod.PodResources;
import io.jubelet.model.quantity.Quantity;
import java.util.Map;
import java.util.TreeMap;

/// What a pod asks of the node. Pure.
///
/// Upstream: component-helpers/resource PodRequests; api/v1/resource GetResourceRequest.
final class RequestCalculator {
    private RequestCalculator() {}

    /// Containers, init containers and sidecars at their neediest, or what is asked for the pod as
    /// a whole, and its overhead; by resource.
    static Map<String, Quantity> of(Pod pod) {
        var requests = withoutOverhead(pod);
        pod.getSpec()
                .getOverheadMap()
                .forEach(
                        (resource, amount) ->
                                requests.merge(resource, Amounts.of(amount), Quantity::add));
        return requests;
    }

    /// One resource as preemption counts it: overhead only where anything is asked at all.
    static long of(Pod pod, String resource) {
        if (resource.equals("pods")) {
            return 1;
        }
        var asked = withoutOverhead(pod).getOrDefault(resource, Quantity.ZERO);
        var overhead = pod.getSpec().getOverheadMap().get(resource);
        var all = overhead == null || asked.isZero() ? asked : asked.add(Amounts.of(overhead));
        return units(resource, all);
    }

    /// As the messages show them: thousandths of a core, or whole units.
    static long units(String resource, Quantity amount) {
        return resource.equals("cpu") ? amount.milliValue() : amount.value();
    }

    private static Map<String, Quantity> withoutOverhead(Pod pod) {
        var requests = new TreeMap<String, Quantity>();
        var spec = pod.getSpec();
        PodResources.containerRequests(spec)
                .forEach((resource, amount) -> requests.put(resource, Amounts.of(amount)));
        spec.getResources()
                .getRequestsMap()
                .forEach(
                        (resource, amount) -> {
                            if (onPodLevel(resource)) {
                                requests.put(resource, Amounts.of(amount));
                            }
                        });
        return requests;
    }

    private static boolean onPodLevel(String resource) {
        return resource.equals("cpu")
                || resource.equals("memory")
                || resource.startsWith("hugepages-");
    }
}
