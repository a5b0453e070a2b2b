package io.jubelet.core.admission;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Taint;
import io.jubelet.api.core.Toleration;
import io.jubelet.model.pod.PodNames;
import java.util.Optional;

/// Whether a pod may stay on a node in spite of the node's NoExecute taints. Pure.
///
/// Upstream: component-helpers/scheduling/corev1 FindMatchingUntoleratedTaint, api/core/v1
/// Toleration.ToleratesTaint.
final class TaintPolicy {
    private TaintPolicy() {}

    /// @param comparisons the gate TaintTolerationComparisonOperators
    static boolean allows(Pod pod, AdmissionNode node, boolean comparisons) {
        return PodNames.isStatic(pod)
                || node.taints().stream()
                        .filter(taint -> taint.getEffect().equals("NoExecute"))
                        .allMatch(taint -> tolerated(pod, taint, comparisons));
    }

    private static boolean tolerated(Pod pod, Taint taint, boolean comparisons) {
        return pod.getSpec().getTolerationsList().stream()
                .anyMatch(toleration -> tolerates(toleration, taint, comparisons));
    }

    static boolean tolerates(Toleration toleration, Taint taint, boolean comparisons) {
        if (!emptyOrSame(toleration.getEffect(), taint.getEffect())
                || !emptyOrSame(toleration.getKey(), taint.getKey())) {
            return false;
        }
        return switch (toleration.getOperator()) {
            case "", "Equal" -> toleration.getValue().equals(taint.getValue());
            case "Exists" -> true;
            case "Lt" -> comparisons && compared(toleration, taint).filter(o -> o < 0).isPresent();
            case "Gt" -> comparisons && compared(toleration, taint).filter(o -> o > 0).isPresent();
            default -> false;
        };
    }

    private static boolean emptyOrSame(String wanted, String actual) {
        return wanted.isEmpty() || wanted.equals(actual);
    }

    private static Optional<Integer> compared(Toleration toleration, Taint taint) {
        return WholeNumber.parseStrictly(taint.getValue())
                .flatMap(
                        value ->
                                WholeNumber.parseStrictly(toleration.getValue())
                                        .map(bound -> Long.compare(value, bound)));
    }
}
