package io.jubelet.model.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Tree.Scalar;
import io.jubelet.model.codec.Tree.Sequence;
import io.jubelet.model.quantity.Quantity;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The table of messages whose JSON is a form of their own, by full name.
///
/// Thread: stateless.
///
/// Upstream: the MarshalJSON and UnmarshalJSON methods of metav1.Time, MicroTime, Duration and
/// FieldsV1, resource.Quantity, intstr.IntOrString, and logs/api/v1 TimeOrMetaDuration.
final class SpecialForms {

    private static final Map<String, SpecialForm> FORMS =
            Map.of(
                    "jubelet.api.meta.Time", new TimeForms.Seconds(),
                    "jubelet.api.meta.MicroTime", new TimeForms.Micros(),
                    "jubelet.api.meta.Quantity", new QuantityForm(),
                    "jubelet.api.meta.IntOrString", new IntOrStringForm(),
                    "jubelet.api.meta.FieldsV1", new RawForm(),
                    "jubelet.api.kubeletconfig.Duration", new DurationForm(),
                    "jubelet.api.kubeletconfig.DurationOrNanos", new DurationOrNanosForm(),
                    "jubelet.api.kubeletconfig.StringList", new StringListForm());

    private SpecialForms() {}

    static Optional<SpecialForm> of(Descriptor message) {
        return Optional.ofNullable(FORMS.get(message.getFullName()));
    }

    static String string(Tree value) {
        if (value instanceof Scalar(Kind kind, String text, Mark _) && kind == Kind.STRING) {
            return text;
        }
        throw mismatch(value.shape(), "string");
    }

    static IllegalArgumentException mismatch(String found, String wanted) {
        return new ScalarReader.Mismatch(found, wanted);
    }

    static void set(Message.Builder into, String field, Object value) {
        into.setField(into.getDescriptorForType().findFieldByName(field), value);
    }

    static Object value(Message message, String field) {
        return message.getField(message.getDescriptorForType().findFieldByName(field));
    }

    static boolean has(Message message, String field) {
        return message.hasField(message.getDescriptorForType().findFieldByName(field));
    }

    /// A string or a number; kept in the text upstream would print.
    private static final class QuantityForm implements SpecialForm {
        @Override
        public void read(Tree value, Message.Builder into) {
            if (!(value instanceof Scalar(Kind kind, String text, Mark _)) || kind == Kind.BOOL) {
                // Upstream hands the raw JSON to the parser, whose complaint is this one.
                throw new IllegalArgumentException(
                        "quantities must match the regular expression "
                                + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
            }
            set(into, "string", Quantity.parse(text.strip()).toString());
        }

        @Override
        public void write(Message message, JsonGenerator out) throws IOException {
            String text = (String) value(message, "string");
            String canonical =
                    text.isEmpty()
                            ? "0"
                            : Quantity.tryParse(text).map(Quantity::toString).orElse(text);
            out.writeString(canonical);
        }
    }

    /// A string (type 1) or a 32-bit number (type 0).
    private static final class IntOrStringForm implements SpecialForm {
        @Override
        public void read(Tree value, Message.Builder into) {
            if (value instanceof Scalar(Kind kind, String text, Mark _) && kind == Kind.STRING) {
                set(into, "type", 1L);
                set(into, "strVal", text);
                return;
            }
            set(into, "type", 0L);
            set(into, "intVal", (int) whole(value, "int32", Integer.MIN_VALUE, Integer.MAX_VALUE));
        }

        @Override
        public void write(Message message, JsonGenerator out) throws IOException {
            if (((Long) value(message, "type")) == 1L) {
                out.writeString((String) value(message, "strVal"));
            } else {
                out.writeNumber((Integer) value(message, "intVal"));
            }
        }
    }

    static long whole(Tree value, String type, long least, long most) {
        if (!(value instanceof Scalar(Kind kind, String text, Mark _)) || kind != Kind.NUMBER) {
            throw mismatch(value.shape(), type);
        }
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // A fraction, an exponent or more than 64 bits: said below, as upstream does.
        }
        throw mismatch("number " + text, type);
    }

    /// Any JSON value, kept as its bytes.
    private static final class RawForm implements SpecialForm {
        @Override
        public void read(Tree value, Message.Builder into) {
            set(into, "Raw", ByteString.copyFromUtf8(TreeWriter.toJson(value)));
        }

        @Override
        public void write(Message message, JsonGenerator out) throws IOException {
            ByteString raw = (ByteString) value(message, "Raw");
            out.writeRawValue(raw.isEmpty() ? "null" : raw.toStringUtf8());
        }
    }

    /// Go duration text.
    private static final class DurationForm implements SpecialForm {
        @Override
        public void read(Tree value, Message.Builder into) {
            set(into, "nanos", GoDuration.parseNanos(string(value)));
        }

        @Override
        public void write(Message message, JsonGenerator out) throws IOException {
            out.writeString(GoDuration.print((Long) value(message, "nanos")));
        }
    }

    /// Go duration text, or a bare number of nanoseconds, printed the way it was written.
    private static final class DurationOrNanosForm implements SpecialForm {
        @Override
        public void read(Tree value, Message.Builder into) {
            if (value instanceof Scalar(Kind kind, String text, Mark _) && kind == Kind.STRING) {
                set(into, "nanos", GoDuration.parseNanos(text));
                return;
            }
            set(into, "nanos", whole(value, "time.Duration", Long.MIN_VALUE, Long.MAX_VALUE));
            set(into, "number", true);
        }

        @Override
        public void write(Message message, JsonGenerator out) throws IOException {
            long nanos = (Long) value(message, "nanos");
            if ((Boolean) value(message, "number")) {
                out.writeNumber(nanos);
            } else {
                out.writeString(GoDuration.print(nanos));
            }
        }
    }

    /// An array of strings, where a map's value cannot be a repeated field.
    private static final class StringListForm implements SpecialForm {
        @Override
        public void read(Tree value, Message.Builder into) {
            switch (value) {
                case Sequence sequence ->
                        set(
                                into,
                                "values",
                                sequence.items().stream().map(StringListForm::item).toList());
                case Mapping _, Scalar _ -> throw mismatch(value.shape(), "[]string");
            }
        }

        private static String item(Tree tree) {
            return tree.isNull() ? "" : string(tree);
        }

        @Override
        public void write(Message message, JsonGenerator out) throws IOException {
            out.writeStartArray();
            for (Object item : (List<?>) value(message, "values")) {
                out.writeString((String) item);
            }
            out.writeEndArray();
        }
    }
}
