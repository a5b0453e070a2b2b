package io.jubelet.core.admission;

import io.jubelet.api.core.Pod;
import io.jubelet.model.pod.PodNames;
import io.jubelet.model.pod.QosClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Whom a critical pod drives out: as few guaranteed pods as can be, then as few burstable ones,
/// then as few best-effort ones, and of those the ones that ask for least. Pure.
///
/// Upstream: preemption/preemption.go getPodsToPreempt.
final class PreemptionPlanner {
    private PreemptionPlanner() {}

    /// Whom to end, or why that would not help.
    sealed interface Choice {
        record Victims(List<Pod> pods) implements Choice {}

        record Hopeless(String message) implements Choice {}
    }

    static Choice choose(Pod candidate, List<Pod> active, List<Misfit.Shortage> shortages) {
        var needed = new LinkedHashMap<String, Long>();
        shortages.forEach(shortage -> needed.put(shortage.resource(), shortage.missing()));
        var groups = new LinkedHashMap<QosClass, List<Pod>>();
        for (var qos : QosClass.values()) {
            groups.put(qos, preemptable(candidate, active, qos));
        }
        var bestEffort = groups.getOrDefault(QosClass.BEST_EFFORT, List.of());
        var burstable = groups.getOrDefault(QosClass.BURSTABLE, List.of());
        var guaranteed = groups.getOrDefault(QosClass.GUARANTEED, List.of());
        var hopeless = without(needed, joined(bestEffort, burstable, guaranteed));
        if (!hopeless.isEmpty()) {
            return new Choice.Hopeless(
                    "no set of running pods found to reclaim resources: " + text(hopeless));
        }
        var first = nearest(guaranteed, without(needed, joined(bestEffort, burstable)));
        var second = nearest(burstable, without(needed, joined(bestEffort, first)));
        var third = nearest(bestEffort, without(needed, joined(second, first)));
        return new Choice.Victims(joined(third, second, first));
    }

    private static List<Pod> preemptable(Pod candidate, List<Pod> active, QosClass qos) {
        return active.stream()
                .filter(pod -> mayPreempt(candidate, pod))
                .filter(pod -> QosClass.of(pod) == qos)
                .toList();
    }

    static boolean mayPreempt(Pod candidate, Pod victim) {
        if (PodNames.isCritical(candidate) && !PodNames.isCritical(victim)) {
            return true;
        }
        return candidate.getSpec().hasPriority()
                && victim.getSpec().hasPriority()
                && candidate.getSpec().getPriority() > victim.getSpec().getPriority();
    }

    /// The pods that come nearest to what is needed, one after the other until it is there.
    private static List<Pod> nearest(List<Pod> pods, Map<String, Long> needed) {
        var left = new ArrayList<>(pods);
        var chosen = new ArrayList<Pod>();
        var open = needed;
        while (!open.isEmpty() && !left.isEmpty()) {
            var best = left.getFirst();
            for (var pod : left.subList(1, left.size())) {
                var order = Double.compare(distance(pod, open), distance(best, open));
                if (order < 0 || (order == 0 && smaller(pod, best))) {
                    best = pod;
                }
            }
            left.remove(best);
            chosen.add(best);
            open = without(open, List.of(best));
        }
        return chosen;
    }

    /// How much of what is needed the pod does not give, each resource weighing the same.
    private static double distance(Pod pod, Map<String, Long> needed) {
        var distance = 0.0;
        for (var need : needed.entrySet()) {
            var missing = need.getValue() - RequestCalculator.of(pod, need.getKey());
            if (missing > 0) {
                var share = missing / (double) need.getValue();
                distance += share * share;
            }
        }
        return distance;
    }

    private static boolean smaller(Pod one, Pod other) {
        for (var resource : List.of("memory", "cpu")) {
            var order =
                    Long.compare(
                            RequestCalculator.of(one, resource),
                            RequestCalculator.of(other, resource));
            if (order != 0) {
                return order < 0;
            }
        }
        return true;
    }

    private static Map<String, Long> without(Map<String, Long> needed, List<Pod> pods) {
        var left = new LinkedHashMap<String, Long>();
        needed.forEach(
                (resource, amount) -> {
                    long rest = amount;
                    for (var pod : pods) {
                        rest -= RequestCalculator.of(pod, resource);
                    }
                    if (rest > 0) {
                        left.put(resource, rest);
                    }
                });
        return left;
    }

    @SafeVarargs
    private static List<Pod> joined(List<Pod>... lists) {
        var all = new ArrayList<Pod>();
        for (var list : lists) {
            all.addAll(list);
        }
        return all;
    }

    private static String text(Map<String, Long> needed) {
        var text = new StringBuilder("[");
        needed.forEach(
                (resource, amount) ->
                        text.append("(res: ")
                                .append(resource)
                                .append(", q: ")
                                .append(amount)
                                .append("), "));
        return text.append(']').toString();
    }
}
