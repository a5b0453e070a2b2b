package io.jubelet.model.validation;

import io.jubelet.api.meta.LabelSelector;
import io.jubelet.api.meta.LabelSelectorRequirement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Lists of label keys that stand beside a selector and must not clash with it.
///
/// Thread: any; pure but for the collector.
///
/// Upstream: apis/core/validation ValidateMatchLabelKeysAndMismatchLabelKeys,
/// ValidateMatchLabelKeysInTopologySpread.
final class LabelKeyRules {
    private static final String TWICE = "exists in both matchLabelKeys and labelSelector";
    private static final String NO_SELECTOR = "must not be specified when labelSelector is not set";

    private final Violations found;
    private final boolean hasSelector;
    private final LabelSelector selector;

    LabelKeyRules(Violations found, boolean hasSelector, LabelSelector selector) {
        this.found = found;
        this.hasSelector = hasSelector;
        this.selector = selector;
    }

    /// Keys that have already been merged into the selector.
    void merged(FieldPath at, List<String> match, List<String> mismatch) {
        keys(at.child("matchLabelKeys"), match);
        keys(at.child("mismatchLabelKeys"), mismatch);
        Set<String> seen = new HashSet<>(selector.getMatchLabelsMap().keySet());
        for (LabelSelectorRequirement expression : selector.getMatchExpressionsList()) {
            String key = expression.getKey();
            if (!seen.add(key) && match.contains(key)) {
                found.invalid(at.index(match.lastIndexOf(key)), key, TWICE);
            }
        }
        for (int i = 0; i < match.size(); i++) {
            if (mismatch.contains(match.get(i))) {
                found.invalid(
                        at.child("matchLabelKeys").index(i),
                        match.get(i),
                        "exists in both matchLabelKeys and mismatchLabelKeys");
            }
        }
    }

    private void keys(FieldPath at, List<String> keys) {
        if (!keys.isEmpty() && !hasSelector) {
            found.forbidden(at, NO_SELECTOR);
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            MetadataRules.labelName(found, at.index(i), keys.get(i));
        }
    }

    /// Keys that the selector must not mention at all.
    void separate(FieldPath at, List<String> keys) {
        if (!keys.isEmpty() && !hasSelector) {
            found.forbidden(at, NO_SELECTOR);
        }
        Set<String> selected = new HashSet<>(selector.getMatchLabelsMap().keySet());
        selector.getMatchExpressionsList().forEach(expression -> selected.add(expression.getKey()));
        for (int i = 0; i < keys.size(); i++) {
            MetadataRules.labelName(found, at.index(i), keys.get(i));
            if (selected.contains(keys.get(i))) {
                found.invalid(at.index(i), keys.get(i), TWICE);
            }
        }
    }
}
