package io.jubelet.core.admission;

import io.jubelet.api.core.NodeSelectorRequirement;
import io.jubelet.api.core.NodeSelectorTerm;
import io.jubelet.api.core.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether a pod's node selector and required node affinity allow a node. Pure.
///
/// A requirement that makes no sense matches nothing; a term without requirements neither.
///
/// Upstream: component-helpers/scheduling/corev1/nodeaffinity GetRequiredNodeAffinity.
final class NodeAffinityPolicy {
    private NodeAffinityPolicy() {}

    static boolean allows(Pod pod, AdmissionNode node) {
        var spec = pod.getSpec();
        if (!node.labels().entrySet().containsAll(spec.getNodeSelectorMap().entrySet())) {
            return false;
        }
        var affinity = spec.getAffinity().getNodeAffinity();
        return !affinity.hasRequiredDuringSchedulingIgnoredDuringExecution()
                || affinity
                        .getRequiredDuringSchedulingIgnoredDuringExecution()
                        .getNodeSelectorTermsList()
                        .stream()
                        .anyMatch(term -> matches(term, node));
    }

    private static boolean matches(NodeSelectorTerm term, AdmissionNode node) {
        var labels = term.getMatchExpressionsList();
        var fields = term.getMatchFieldsList();
        if (labels.isEmpty() && fields.isEmpty()) {
            return false;
        }
        var named = Map.of("metadata.name", node.name());
        return labels.stream().allMatch(one -> matchesLabels(one, node.labels()))
                && fields.stream().allMatch(one -> matchesField(one, named, node));
    }

    private static boolean matchesLabels(
            NodeSelectorRequirement requirement, Map<String, String> labels) {
        var values = requirement.getValuesList();
        var actual = Optional.ofNullable(labels.get(requirement.getKey()));
        return switch (requirement.getOperator()) {
            case "In" -> !values.isEmpty() && actual.filter(values::contains).isPresent();
            case "NotIn" -> !values.isEmpty() && actual.filter(values::contains).isEmpty();
            case "Exists" -> values.isEmpty() && actual.isPresent();
            case "DoesNotExist" -> values.isEmpty() && actual.isEmpty();
            case "Gt" -> compared(actual, values).filter(order -> order > 0).isPresent();
            case "Lt" -> compared(actual, values).filter(order -> order < 0).isPresent();
            default -> false;
        };
    }

    private static Optional<Integer> compared(Optional<String> actual, List<String> values) {
        if (values.size() != 1) {
            return Optional.empty();
        }
        return actual.flatMap(WholeNumber::parse)
                .flatMap(
                        left ->
                                WholeNumber.parse(values.getFirst())
                                        .map(right -> Long.compare(left, right)));
    }

    private static boolean matchesField(
            NodeSelectorRequirement requirement, Map<String, String> fields, AdmissionNode node) {
        if (requirement.getValuesCount() != 1) {
            return false;
        }
        var operator = requirement.getOperator();
        if (!operator.equals("In") && !operator.equals("NotIn")) {
            return false;
        }
        var same = requirement.getValues(0).equals(fields.getOrDefault(requirement.getKey(), ""));
        return node.name().isEmpty() || operator.equals("In") == same;
    }
}
