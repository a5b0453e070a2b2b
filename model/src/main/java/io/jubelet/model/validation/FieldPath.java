package io.jubelet.model.validation;

/// The place of a field in an object, such as `spec.containers[0].name`.
///
/// Thread: any; immutable.
///
/// Upstream: apimachinery util/validation/field Path.
///
/// @param text the path as users see it
public record FieldPath(String text) {
    public static FieldPath root(String name) {
        return new FieldPath(name);
    }

    public FieldPath child(String name) {
        return new FieldPath(text + "." + name);
    }

    public FieldPath index(int index) {
        return new FieldPath(text + "[" + index + "]");
    }

    public FieldPath key(String key) {
        return new FieldPath(text + "[" + key + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}
