package io.jubelet.model.codec;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.jubelet.model.codec.FieldTable.Target;
import io.jubelet.model.codec.Tree.Entry;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Sequence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads a tree into a protobuf message by the message's descriptor.
///
/// A wrong type, an unreadable quantity or time ends the reading with a [DecodeException]. Unknown
/// and repeated fields are collected when reading strictly and passed over otherwise, where the
/// last of several counts. `null` is as good as absent. `apiVersion` and `kind`, which the messages
/// do not have, are returned beside the message.
///
/// JSON text takes the same way through a tree as YAML does.
///
/// Thread: stateless; each reading has a reader of its own.
///
/// Upstream: sigs.k8s.io/json UnmarshalStrict and UnmarshalCaseSensitivePreserveInts. Intended
/// difference: the first error is the first in the document, where upstream goes through YAML's
/// keys in alphabetical order.
public final class MessageReader {

    private static final int MOST_PROBLEMS = 100;

    private final Strictness strictness;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> reported = new HashSet<>();
    private final FieldPath path = new FieldPath();

    private MessageReader(Strictness strictness) {
        this.strictness = strictness;
    }

    /// The message that `tree` describes, of the type of `prototype`.
    ///
    /// @throws DecodeException when a value has the wrong type
    public static <M extends Message> Decoded<M> read(
            Tree tree, M prototype, Strictness strictness) {
        var reader = new MessageReader(strictness);
        Message.Builder builder = DynamicMessage.newBuilder(prototype.getDescriptorForType());
        String apiVersion = "";
        String kind = "";
        if (!tree.isNull()) {
            Mapping root = mapping(tree, prototype.getDescriptorForType());
            apiVersion = typeText(root, "apiVersion");
            kind = typeText(root, "kind");
            reader.fields(root, builder, true);
        }
        M message = generated(builder.buildPartial(), prototype);
        return new Decoded<>(apiVersion, kind, message, reader.problems);
    }

    /// Fills a dynamic message and takes the binary way from there: setting the generated class's
    /// fields by name would make the JVM generate an accessor for each, megabytes in all.
    private static <M extends Message> M generated(Message dynamic, M prototype) {
        try {
            @SuppressWarnings("unchecked") // A message of type M parses to an M.
            M message = (M) prototype.getParserForType().parsePartialFrom(dynamic.toByteString());
            return message;
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("message just written does not read back", e);
        }
    }

    private static String typeText(Mapping root, String name) {
        return root.find(name)
                .filter(value -> !value.isNull())
                .map(value -> text(value, name))
                .orElse("");
    }

    private static String text(Tree value, String name) {
        return ScalarReader.text(value)
                .orElseThrow(() -> typeError(value, value.shape(), "TypeMeta", name, "string"));
    }

    private static Mapping mapping(Tree tree, Descriptor type) {
        if (tree instanceof Mapping mapping) {
            return mapping;
        }
        throw new DecodeException(
                tree.mark(),
                "json: cannot unmarshal "
                        + tree.shape()
                        + " into Go value of type "
                        + GoTypeNames.of(type));
    }

    private void fields(Mapping mapping, Message.Builder builder, boolean typed) {
        Descriptor type = builder.getDescriptorForType();
        FieldTable table = FieldTable.of(type);
        var seen = new HashSet<String>();
        for (Entry entry : mapping.entries()) {
            Target target = table.find(entry.key()).orElse(null);
            if (target == null) {
                if (!typed || !isTypeField(entry.key())) {
                    report(Problem.Kind.UNKNOWN_FIELD, entry);
                } else if (!seen.add(entry.key())) {
                    report(Problem.Kind.DUPLICATE_FIELD, entry);
                }
                continue;
            }
            boolean again = !seen.add(entry.key());
            if (again) {
                report(Problem.Kind.DUPLICATE_FIELD, entry);
            }
            int start = path.length();
            assign(target, entry.value(), builder, again);
            path.truncate(start);
        }
    }

    private static boolean isTypeField(String key) {
        return key.equals("apiVersion") || key.equals("kind");
    }

    private void report(Problem.Kind kind, Entry entry) {
        if (strictness == Strictness.LENIENT || problems.size() >= MOST_PROBLEMS) {
            return;
        }
        var problem = new Problem(kind, path.dotted(entry.key()), entry.mark());
        if (reported.add(problem.text())) {
            problems.add(problem);
        }
    }

    private void assign(Target target, Tree value, Message.Builder builder, boolean again) {
        switch (target) {
            case Target.Direct(FieldDescriptor field) -> {
                path.field(builder.getDescriptorForType().getName(), field.getName());
                set(field, value, builder, again);
            }
            case Target.Inlined(FieldDescriptor via, FieldDescriptor field) -> {
                path.embedded(via.getMessageType().getName());
                path.field(builder.getDescriptorForType().getName(), field.getName());
                if (!value.isNull() || again) {
                    set(field, value, builder.getFieldBuilder(via), again);
                }
            }
        }
    }

    private void set(FieldDescriptor field, Tree value, Message.Builder builder, boolean again) {
        if (again) {
            builder.clearField(field);
        }
        if (value.isNull()) {
            return;
        }
        if (field.isMapField()) {
            map(field, value, builder);
        } else if (field.isRepeated()) {
            list(field, value, builder);
        } else {
            builder.setField(field, single(field, value, builder));
        }
    }

    private void map(FieldDescriptor field, Tree value, Message.Builder builder) {
        if (!(value instanceof Mapping mapping)) {
            throw typeError(value, value.shape(), GoTypeNames.of(field));
        }
        Map<String, Tree> values = new LinkedHashMap<>();
        for (Entry entry : mapping.entries()) {
            if (values.put(entry.key(), entry.value()) != null) {
                report(Problem.Kind.DUPLICATE_FIELD, entry);
            }
        }
        FieldDescriptor keyField = field.getMessageType().findFieldByName("key");
        FieldDescriptor valueField = field.getMessageType().findFieldByName("value");
        int start = path.length();
        for (var entry : values.entrySet()) {
            Message.Builder pair = builder.newBuilderForField(field);
            pair.setField(keyField, entry.getKey());
            path.key(entry.getKey());
            if (!entry.getValue().isNull()) {
                pair.setField(valueField, single(valueField, entry.getValue(), pair));
            }
            path.truncate(start);
            builder.addRepeatedField(field, pair.build());
        }
    }

    private void list(FieldDescriptor field, Tree value, Message.Builder builder) {
        if (!(value instanceof Sequence sequence)) {
            throw typeError(value, value.shape(), GoTypeNames.of(field));
        }
        int start = path.length();
        for (int i = 0; i < sequence.items().size(); i++) {
            path.index(i);
            Tree item = sequence.items().get(i);
            builder.addRepeatedField(
                    field, item.isNull() ? zero(field, builder) : single(field, item, builder));
            path.truncate(start);
        }
    }

    /// What Go's decoder leaves where a list holds `null`.
    private static Object zero(FieldDescriptor field, Message.Builder builder) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                ? builder.newBuilderForField(field).buildPartial()
                : ScalarReader.zero(field);
    }

    private Object single(FieldDescriptor field, Tree value, Message.Builder builder) {
        if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
            return scalar(field, value);
        }
        Message.Builder nested = builder.newBuilderForField(field);
        SpecialForm form = SpecialForms.of(field.getMessageType()).orElse(null);
        if (form != null) {
            special(form, value, nested);
        } else if (value instanceof Mapping mapping) {
            fields(mapping, nested, isListItem(field));
        } else {
            throw typeError(value, value.shape(), GoTypeNames.element(field));
        }
        return nested.buildPartial();
    }

    /// Objects inside a list may say their type again.
    private static boolean isListItem(FieldDescriptor field) {
        return field.getName().equals("items")
                && field.getContainingType().getName().endsWith("List");
    }

    private void special(SpecialForm form, Tree value, Message.Builder into) {
        try {
            form.read(value, into);
        } catch (ScalarReader.Mismatch e) {
            throw typeError(value, e.found(), e.wanted());
        } catch (IllegalArgumentException e) {
            throw new DecodeException(value.mark(), path.dotted() + ": " + e.getMessage());
        }
    }

    private Object scalar(FieldDescriptor field, Tree value) {
        try {
            return ScalarReader.read(field, value);
        } catch (ScalarReader.Mismatch e) {
            throw typeError(value, e.found(), e.wanted());
        } catch (IllegalArgumentException e) {
            throw new DecodeException(value.mark(), path.dotted() + ": " + e.getMessage());
        }
    }

    private DecodeException typeError(Tree value, String found, String wanted) {
        return typeError(value, found, path.owner(), path.fieldsOnly(), wanted);
    }

    private static DecodeException typeError(
            Tree value, String found, String struct, String name, String wanted) {
        return new DecodeException(
                value.mark(),
                "json: cannot unmarshal "
                        + found
                        + " into Go struct field "
                        + struct
                        + "."
                        + name
                        + " of type "
                        + wanted);
    }
}
