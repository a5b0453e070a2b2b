package io.jubelet.model.validation;

/// One thing that is wrong with an object: where, what kind of wrong, and why.
///
/// Thread: any; immutable.
///
/// Upstream: apimachinery util/validation/field Error; [#toString] is its text.
///
/// @param kind what sort of mistake it is
/// @param path the field
/// @param shown the offending value as it is shown, quoted if it is a text; empty where the
///     kind shows none
/// @param detail why, possibly empty
public record Violation(Kind kind, FieldPath path, String shown, String detail) {
    /// The sorts of mistakes, and whether their text shows the offending value.
    public enum Kind {
        REQUIRED("Required value", false),
        INVALID("Invalid value", true),
        DUPLICATE("Duplicate value", true),
        UNSUPPORTED("Unsupported value", true),
        NOT_FOUND("Not found", true),
        TOO_MANY("Too many", true),
        TOO_LONG("Too long", false),
        FORBIDDEN("Forbidden", false);

        private final String text;
        private final boolean showsValue;

        Kind(String text, boolean showsValue) {
            this.text = text;
            this.showsValue = showsValue;
        }

        public String text() {
            return text;
        }
    }

    /// The message without the field's path.
    public String body() {
        String body = kind.showsValue ? kind.text + ": " + shown : kind.text;
        return detail.isEmpty() ? body : body + ": " + detail;
    }

    @Override
    public String toString() {
        return path + ": " + body();
    }
}
