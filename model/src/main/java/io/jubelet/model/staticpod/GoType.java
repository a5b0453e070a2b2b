package io.jubelet.model.staticpod;

import java.util.List;

/// One of the types that the Go kubelet's own pod is made of, as far as its dump shows it.
///
/// Thread: any; immutable.
sealed interface GoType {
    /// As Go prints it.
    String name();

    /// Every kind of string.
    record Text(String name) implements GoType {}

    /// Every kind of whole number.
    record Whole(String name) implements GoType {}

    record Truth(String name) implements GoType {}

    /// @param to the type of what it points at
    record Pointer(String name, String to) implements GoType {}

    /// @param of the type of its items
    record Slice(String name, String of) implements GoType {}

    /// Keys are strings of some kind.
    ///
    /// @param of the type of its values
    record Dictionary(String name, String of) implements GoType {}

    record Struct(String name, List<Field> fields) implements GoType {
        public Struct {
            fields = List.copyOf(fields);
        }
    }

    /// A quantity.
    record Amount(String name) implements GoType {}

    /// A port: a number or a name.
    record NumberOrText(String name) implements GoType {}

    record Time(String name) implements GoType {}

    /// The bytes of some JSON.
    record Raw(String name) implements GoType {}

    /// @param json its name in JSON, or where its value stands otherwise
    record Field(String name, Place json, String type) {}

    /// Where in JSON a field stands.
    sealed interface Place {
        /// Under this name.
        record Named(String name) implements Place {}

        /// Under this name of the object around this one.
        record Outer(String name) implements Place {}

        /// Its own fields stand in this object.
        record Inline() implements Place {}
    }
}
