package io.jubelet.model.validation;

import io.jubelet.log.GoText;
import io.jubelet.model.pod.GoJsonString;
import io.jubelet.model.validation.Violation.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Collects what the rules find, in the order in which they find it.
///
/// Thread: confined to one validation.
///
/// Upstream: apimachinery util/validation/field ErrorList and its constructors.
final class Violations {
    private final List<Violation> found = new ArrayList<>();

    List<Violation> list() {
        return List.copyOf(found);
    }

    int count() {
        return found.size();
    }

    void addAll(Violations other) {
        found.addAll(other.found);
    }

    void required(FieldPath path) {
        required(path, "");
    }

    void required(FieldPath path, String detail) {
        found.add(new Violation(Kind.REQUIRED, path, "", detail));
    }

    void invalid(FieldPath path, String value, String detail) {
        invalidShown(path, GoText.quote(value), detail);
    }

    void invalid(FieldPath path, long value, String detail) {
        invalidShown(path, Long.toString(value), detail);
    }

    void invalid(FieldPath path, boolean value, String detail) {
        invalidShown(path, Boolean.toString(value), detail);
    }

    void invalid(FieldPath path, List<String> values, String detail) {
        String shown =
                values.stream().map(GoText::quote).collect(Collectors.joining(",", "[", "]"));
        invalidShown(path, shown, detail);
    }

    /// As [#invalid] for one of a few words, which are a type of their own in Go.
    void invalidWord(FieldPath path, String value, String detail) {
        invalidShown(path, GoJsonString.quote(value), detail);
    }

    /// Adds a value that is already in the form in which it is shown.
    void invalidShown(FieldPath path, String shown, String detail) {
        found.add(new Violation(Kind.INVALID, path, shown, detail));
    }

    /// Adds one violation for each complaint about the same value.
    void invalidEach(FieldPath path, String value, List<String> details) {
        details.forEach(detail -> invalid(path, value, detail));
    }

    void unsupported(FieldPath path, String value, List<String> supported) {
        unsupportedShown(path, GoJsonString.quote(value), supported);
    }

    /// As [#unsupported] for fields whose type is Go's plain string, which is quoted otherwise.
    void unsupportedText(FieldPath path, String value, List<String> supported) {
        unsupportedShown(path, GoText.quote(value), supported);
    }

    private void unsupportedShown(FieldPath path, String shown, List<String> supported) {
        String values = supported.stream().map(GoText::quote).collect(Collectors.joining(", "));
        found.add(new Violation(Kind.UNSUPPORTED, path, shown, "supported values: " + values));
    }

    void forbidden(FieldPath path, String detail) {
        found.add(new Violation(Kind.FORBIDDEN, path, "", detail));
    }

    void duplicate(FieldPath path, String value) {
        found.add(new Violation(Kind.DUPLICATE, path, GoText.quote(value), ""));
    }

    void notFound(FieldPath path, String value) {
        notFound(path, value, "");
    }

    void notFound(FieldPath path, String value, String detail) {
        found.add(new Violation(Kind.NOT_FOUND, path, GoText.quote(value), detail));
    }

    void tooLong(FieldPath path, int limit) {
        String detail = "may not be more than " + limit + " bytes";
        found.add(new Violation(Kind.TOO_LONG, path, "", detail));
    }

    void tooMany(FieldPath path, int actual, int limit) {
        String detail = "must have at most " + limit + " items";
        found.add(new Violation(Kind.TOO_MANY, path, Integer.toString(actual), detail));
    }

    /// A value that must be one of a few: empty is missing, another is unsupported.
    void oneOf(FieldPath path, String value, List<String> supported) {
        if (value.isEmpty()) {
            required(path);
        } else if (!supported.contains(value)) {
            unsupported(path, value, supported);
        }
    }

    void nonNegative(FieldPath path, long value) {
        if (value < 0) {
            invalid(path, value, "must be greater than or equal to 0");
        }
    }

    void inRange(FieldPath path, long value, long low, long high) {
        if (value < low || value > high) {
            invalid(path, value, range(low, high));
        }
    }

    static String range(long low, long high) {
        return "must be between " + low + " and " + high + ", inclusive";
    }

    /// Limits count bytes, as Go's `len` does.
    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
