package io.jubelet.core.admission;

import io.jubelet.api.core.Pod;
import io.jubelet.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What of a node's resources is too little for one more pod. Pure.
///
/// Extended resources that the node does not list are not asked of it: they may be the cluster's.
///
/// Upstream: scheduler noderesources/fit.go fitsRequest, lifecycle/predicate.go
/// removeMissingExtendedResources.
final class ResourceFitCalculator {
    private static final List<String> FIRST = List.of("cpu", "memory", "ephemeral-storage");

    private ResourceFitCalculator() {}

    static List<Misfit.Shortage> calculate(Pod candidate, List<Pod> active, AdmissionNode node) {
        var shortages = new ArrayList<Misfit.Shortage>();
        var mostPods = node.allocatable("pods").value();
        if (active.size() + 1 > mostPods) {
            shortages.add(new Misfit.Shortage("pods", 1, active.size(), mostPods));
        }
        var asked = askedOfNode(candidate, node);
        if (asked.isEmpty()) {
            return shortages;
        }
        var used = used(active);
        for (var resource : FIRST) {
            check(resource, asked, used, node, shortages);
        }
        for (var resource : asked.keySet()) {
            if (!FIRST.contains(resource)) {
                check(resource, asked, used, node, shortages);
            }
        }
        return shortages;
    }

    private static void check(
            String resource,
            Map<String, Quantity> asked,
            Map<String, Quantity> used,
            AdmissionNode node,
            List<Misfit.Shortage> shortages) {
        var request = units(resource, asked);
        var taken = units(resource, used);
        var capacity = RequestCalculator.units(resource, node.allocatable(resource));
        if (request > 0 && request > capacity - taken) {
            shortages.add(new Misfit.Shortage(resource, request, taken, capacity));
        }
    }

    private static long units(String resource, Map<String, Quantity> amounts) {
        return RequestCalculator.units(resource, amounts.getOrDefault(resource, Quantity.ZERO));
    }

    private static Map<String, Quantity> askedOfNode(Pod candidate, AdmissionNode node) {
        var asked = new TreeMap<String, Quantity>();
        RequestCalculator.of(candidate)
                .forEach(
                        (resource, amount) -> {
                            if (counted(resource, node) && !amount.isZero()) {
                                asked.put(resource, amount);
                            }
                        });
        return asked;
    }

    private static boolean counted(String resource, AdmissionNode node) {
        if (FIRST.contains(resource)
                || resource.startsWith("hugepages-")
                || resource.startsWith("attachable-volumes-")) {
            return true;
        }
        var extended = resource.contains("/") && !resource.contains("kubernetes.io/");
        return extended ? node.allocatable().containsKey(resource) : resource.contains("/");
    }

    private static Map<String, Quantity> used(List<Pod> active) {
        var used = new TreeMap<String, Quantity>();
        for (var pod : active) {
            RequestCalculator.of(pod)
                    .forEach((resource, amount) -> used.merge(resource, amount, Quantity::add));
        }
        return used;
    }
}
