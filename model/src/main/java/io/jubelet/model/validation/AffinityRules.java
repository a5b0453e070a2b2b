package io.jubelet.model.validation;

import io.jubelet.api.core.Affinity;
import io.jubelet.api.core.NodeAffinity;
import io.jubelet.api.core.NodeSelectorRequirement;
import io.jubelet.api.core.NodeSelectorTerm;
import io.jubelet.api.core.PodAffinityTerm;
import io.jubelet.api.core.WeightedPodAffinityTerm;
import java.util.List;

/// Which nodes and which neighbours a pod wants.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation validateAffinity and below.
final class AffinityRules {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private AffinityRules() {}

    static void check(Violations found, FieldPath at, Affinity affinity) {
        if (affinity.hasNodeAffinity()) {
            nodes(found, at.child("nodeAffinity"), affinity.getNodeAffinity());
        }
        FieldPath near = at.child("podAffinity");
        var podAffinity = affinity.getPodAffinity();
        terms(
                found,
                near.child(REQUIRED),
                podAffinity.getRequiredDuringSchedulingIgnoredDuringExecutionList());
        weighted(
                found,
                near.child(PREFERRED),
                podAffinity.getPreferredDuringSchedulingIgnoredDuringExecutionList());
        FieldPath far = at.child("podAntiAffinity");
        var antiAffinity = affinity.getPodAntiAffinity();
        terms(
                found,
                far.child(REQUIRED),
                antiAffinity.getRequiredDuringSchedulingIgnoredDuringExecutionList());
        weighted(
                found,
                far.child(PREFERRED),
                antiAffinity.getPreferredDuringSchedulingIgnoredDuringExecutionList());
    }

    private static void nodes(Violations found, FieldPath at, NodeAffinity affinity) {
        if (affinity.hasRequiredDuringSchedulingIgnoredDuringExecution()) {
            FieldPath terms = at.child(REQUIRED).child("nodeSelectorTerms");
            var selector = affinity.getRequiredDuringSchedulingIgnoredDuringExecution();
            if (selector.getNodeSelectorTermsCount() == 0) {
                found.required(terms, "must have at least one node selector term");
            }
            for (int i = 0; i < selector.getNodeSelectorTermsCount(); i++) {
                nodeTerm(found, terms.index(i), selector.getNodeSelectorTerms(i), true);
            }
        }
        var preferred = affinity.getPreferredDuringSchedulingIgnoredDuringExecutionList();
        for (int i = 0; i < preferred.size(); i++) {
            FieldPath here = at.child(PREFERRED).index(i);
            weight(found, here, preferred.get(i).getWeight());
            nodeTerm(found, here.child("preference"), preferred.get(i).getPreference(), false);
        }
    }

    private static void weight(Violations found, FieldPath at, int weight) {
        if (weight <= 0 || weight > 100) {
            found.invalid(at.child("weight"), weight, "must be in the range 1-100");
        }
    }

    private static void nodeTerm(
            Violations found, FieldPath at, NodeSelectorTerm term, boolean checkValues) {
        for (int i = 0; i < term.getMatchExpressionsCount(); i++) {
            expression(
                    found,
                    at.child("matchExpressions").index(i),
                    term.getMatchExpressions(i),
                    checkValues);
        }
        for (int i = 0; i < term.getMatchFieldsCount(); i++) {
            field(found, at.child("matchFields").index(i), term.getMatchFields(i));
        }
    }

    private static void expression(
            Violations found,
            FieldPath at,
            NodeSelectorRequirement requirement,
            boolean checkValues) {
        FieldPath values = at.child("values");
        int count = requirement.getValuesCount();
        switch (requirement.getOperator()) {
            case "In", "NotIn" -> {
                if (count == 0) {
                    found.required(values, "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (count > 0) {
                    found.forbidden(
                            values,
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (count != 1) {
                    found.required(
                            values,
                            "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> badOperator(found, at, requirement);
        }
        MetadataRules.labelName(found, at.child("key"), requirement.getKey());
        for (int i = 0; checkValues && i < count; i++) {
            String value = requirement.getValues(i);
            found.invalidEach(values.index(i), value, NameFormats.labelValue(value));
        }
    }

    private static void badOperator(
            Violations found, FieldPath at, NodeSelectorRequirement requirement) {
        found.invalidWord(
                at.child("operator"), requirement.getOperator(), "not a valid selector operator");
    }

    private static void field(Violations found, FieldPath at, NodeSelectorRequirement requirement) {
        switch (requirement.getOperator()) {
            case "In", "NotIn" -> {
                if (requirement.getValuesCount() != 1) {
                    found.required(
                            at.child("values"),
                            "must be only one value when `operator` is 'In' or 'NotIn' for node"
                                    + " field selector");
                }
            }
            default -> badOperator(found, at, requirement);
        }
        if (!requirement.getKey().equals("metadata.name")) {
            found.invalid(at.child("key"), requirement.getKey(), "not a valid field selector key");
            return;
        }
        for (int i = 0; i < requirement.getValuesCount(); i++) {
            String value = requirement.getValues(i);
            found.invalidEach(at.child("values").index(i), value, NameFormats.subdomain(value));
        }
    }

    private static void weighted(
            Violations found, FieldPath at, List<WeightedPodAffinityTerm> terms) {
        for (int i = 0; i < terms.size(); i++) {
            weight(found, at.index(i), terms.get(i).getWeight());
            term(found, at.index(i).child("podAffinityTerm"), terms.get(i).getPodAffinityTerm());
        }
    }

    private static void terms(Violations found, FieldPath at, List<PodAffinityTerm> terms) {
        for (int i = 0; i < terms.size(); i++) {
            term(found, at.index(i), terms.get(i));
        }
    }

    private static void term(Violations found, FieldPath at, PodAffinityTerm term) {
        LabelSelectorRules.check(found, at.child("labelSelector"), term.getLabelSelector());
        LabelSelectorRules.check(found, at.child("namespaceSelector"), term.getNamespaceSelector());
        for (String namespace : term.getNamespacesList()) {
            found.invalidEach(at.child("namespace"), namespace, NameFormats.label(namespace));
        }
        new LabelKeyRules(found, term.hasLabelSelector(), term.getLabelSelector())
                .merged(at, term.getMatchLabelKeysList(), term.getMismatchLabelKeysList());
        if (term.getTopologyKey().isEmpty()) {
            found.required(at.child("topologyKey"), "can not be empty");
        }
        MetadataRules.labelName(found, at.child("topologyKey"), term.getTopologyKey());
    }
}
