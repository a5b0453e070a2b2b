package io.jubelet.sim.cluster;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ObjectMetadata;
import io.jubelet.core.cluster.Selection;
import java.util.Map;

/// Which objects a selection means: equality on any field by its path, equality and existence on
/// labels. Sets of values, which no kubelet asks for, are refused.
///
/// Thread: any; pure.
final class Selectors {
    private Selectors() {}

    static boolean matches(Selection selection, Message object) {
        var metadata = ObjectMetadata.of(object);
        return (selection.namespace().isEmpty()
                        || selection.namespace().equals(metadata.getNamespace()))
                && all(selection.fields(), term -> matchesField(term, object))
                && all(selection.labels(), term -> matchesLabel(term, metadata.getLabelsMap()));
    }

    private interface Term {
        boolean holds(String text);
    }

    private static boolean all(String selector, Term check) {
        for (var term : selector.split(",", -1)) {
            if (!term.isBlank() && !check.holds(term.strip())) {
                return false;
            }
        }
        return true;
    }

    private static boolean matchesField(String term, Message object) {
        var not = term.indexOf("!=");
        if (not > 0) {
            return !valueAt(object, term.substring(0, not)).equals(term.substring(not + 2));
        }
        var equals = term.indexOf('=');
        if (equals < 0) {
            throw ApiErrors.invalid("invalid selector: '" + term + "'");
        }
        var value = term.substring(equals + 1);
        var plain = value.startsWith("=") ? value.substring(1) : value;
        return valueAt(object, term.substring(0, equals)).equals(plain);
    }

    private static boolean matchesLabel(String term, Map<String, String> labels) {
        if (term.contains("(")) {
            throw ApiErrors.invalid("not simulated: " + term);
        }
        if (term.startsWith("!")) {
            return !labels.containsKey(term.substring(1));
        }
        var not = term.indexOf("!=");
        if (not > 0) {
            return !term.substring(not + 2).equals(labels.get(term.substring(0, not)));
        }
        var equals = term.indexOf('=');
        if (equals < 0) {
            return labels.containsKey(term);
        }
        var value = term.substring(equals + 1);
        var plain = value.startsWith("=") ? value.substring(1) : value;
        return plain.equals(labels.get(term.substring(0, equals)));
    }

    private static String valueAt(Message object, String path) {
        var current = object;
        var steps = path.split("\\.", -1);
        for (var i = 0; i < steps.length; i++) {
            var field = current.getDescriptorForType().findFieldByName(steps[i]);
            if (field == null || field.isRepeated()) {
                throw ApiErrors.invalid("field label not supported: " + path);
            }
            var value = current.getField(field);
            if (i == steps.length - 1) {
                return String.valueOf(value);
            }
            if (!(value instanceof Message inner)) {
                throw ApiErrors.invalid("field label not supported: " + path);
            }
            current = inner;
        }
        return "";
    }
}
