package io.jubelet.config.file;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Sequence;
import java.util.Comparator;
import java.util.Optional;

/// Gives fields that are written in another case their right name.
///
/// Only drop-ins are read that way: there `MAXPODS` sets maxPods, while the main file knows just
/// the exact names. Of several spellings the last in the order of the alphabet counts.
///
/// Thread: any; pure.
///
/// Upstream: Go's encoding/json, which reads the merged drop-ins.
final class GoFieldNames {
    private GoFieldNames() {}

    static Mapping exact(Mapping mapping, Descriptor type) {
        var entries =
                mapping.entries().stream()
                        .sorted(Comparator.comparing(Entry::key))
                        .map(
                                entry ->
                                        field(type, entry.key())
                                                .map(f -> exact(entry, f))
                                                .orElse(entry))
                        .toList();
        return new Mapping(entries, mapping.mark());
    }

    private static Optional<FieldDescriptor> field(Descriptor type, String key) {
        return Optional.ofNullable(type.findFieldByName(key))
                .or(
                        () ->
                                type.getFields().stream()
                                        .filter(field -> field.getName().equalsIgnoreCase(key))
                                        .findFirst());
    }

    private static Entry exact(Entry entry, FieldDescriptor field) {
        return new Entry(field.getName(), entry.mark(), exact(entry.value(), field));
    }

    private static Tree exact(Tree value, FieldDescriptor field) {
        if (field.isMapField() || field.getJavaType() != JavaType.MESSAGE) {
            return value;
        }
        return switch (value) {
            case Mapping mapping -> exact(mapping, field.getMessageType());
            case Sequence(var items, var mark) ->
                    new Sequence(items.stream().map(item -> exact(item, field)).toList(), mark);
            case Tree.Scalar scalar -> scalar;
        };
    }
}
