package io.jubelet.model.validation;

import io.jubelet.api.meta.LabelSelector;
import io.jubelet.api.meta.LabelSelectorRequirement;

/// Selectors over labels.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apimachinery meta/v1/validation ValidateLabelSelector.
final class LabelSelectorRules {
    private LabelSelectorRules() {}

    static void check(Violations found, FieldPath at, LabelSelector selector) {
        MetadataRules.labels(found, at.child("matchLabels"), selector.getMatchLabelsMap());
        for (int i = 0; i < selector.getMatchExpressionsCount(); i++) {
            requirement(
                    found, at.child("matchExpressions").index(i), selector.getMatchExpressions(i));
        }
    }

    private static void requirement(
            Violations found, FieldPath at, LabelSelectorRequirement requirement) {
        switch (requirement.getOperator()) {
            case "In", "NotIn" -> {
                if (requirement.getValuesCount() == 0) {
                    found.required(
                            at.child("values"),
                            "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (requirement.getValuesCount() > 0) {
                    found.forbidden(
                            at.child("values"),
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default ->
                    found.invalidWord(
                            at.child("operator"),
                            requirement.getOperator(),
                            "not a valid selector operator");
        }
        MetadataRules.labelName(found, at.child("key"), requirement.getKey());
        for (int i = 0; i < requirement.getValuesCount(); i++) {
            String value = requirement.getValues(i);
            found.invalidEach(at.child("values").index(i), value, NameFormats.labelValue(value));
        }
    }
}
