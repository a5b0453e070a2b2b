package io.jubelet.model.codec;

import java.util.List;
import java.util.Optional;

/// A decoded document before it has a type: scalars, mappings and sequences that know their line.
///
/// Aliases share the subtree they refer to. A mapping keeps every entry in the order written, also
/// those whose key comes twice: whether that is a fault is for the reader to say, and the last one
/// counts.
///
/// Thread: immutable.
public sealed interface Tree {

    /// Where the value begins.
    Mark mark();

    /// What kind of scalar a text stands for once YAML's rules have been applied.
    enum Kind {
        STRING,
        NUMBER,
        BOOL,
        NULL
    }

    /// One value: `text` is the string itself, a JSON number, `true`, `false`, or `null`.
    record Scalar(Kind kind, String text, Mark mark) implements Tree {}

    /// Keys and values; `entries` may hold a key twice.
    record Mapping(List<Entry> entries, Mark mark) implements Tree {
        public Mapping {
            entries = List.copyOf(entries);
        }

        /// The value of `key`, the last one if there are several.
        public Optional<Tree> find(String key) {
            return entries.reversed().stream()
                    .filter(entry -> entry.key().equals(key))
                    .map(Entry::value)
                    .findFirst();
        }

        /// The text of the scalar at `key`, if there is one and it is a string.
        public Optional<String> text(String key) {
            return find(key)
                    .flatMap(
                            value ->
                                    value instanceof Scalar(Kind kind, String text, Mark _)
                                                    && kind == Kind.STRING
                                            ? Optional.of(text)
                                            : Optional.empty());
        }
    }

    /// One key with its value; `mark` is the key's.
    record Entry(String key, Mark mark, Tree value) {}

    /// A list of values.
    record Sequence(List<Tree> items, Mark mark) implements Tree {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /// Whether this is `null`, which decodes as if the field had not been written.
    default boolean isNull() {
        return this instanceof Scalar scalar && scalar.kind() == Kind.NULL;
    }

    /// The word Go's JSON decoder has for a value of this shape.
    default String shape() {
        return switch (this) {
            case Mapping _ -> "object";
            case Sequence _ -> "array";
            case Scalar scalar ->
                    switch (scalar.kind()) {
                        case STRING -> "string";
                        case NUMBER -> "number";
                        case BOOL -> "bool";
                        case NULL -> "null";
                    };
        };
    }
}
