package io.jubelet.model.codec;

/// Something strict reading objects to and lenient reading passes over.
///
/// Thread: immutable.
///
/// Upstream: sigs.k8s.io/json strictError.
public record Problem(Kind kind, String path, Mark mark) {

    /// What is wrong with the field.
    public enum Kind {
        UNKNOWN_FIELD("unknown field"),
        DUPLICATE_FIELD("duplicate field");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /// Upstream's words for it: `unknown field "spec.foo"`.
    public String text() {
        return kind.words + " \"" + path + "\"";
    }

    /// The words with file and line before them.
    @Override
    public String toString() {
        return mark + ": " + text();
    }
}
