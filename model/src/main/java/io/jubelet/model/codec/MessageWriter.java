package io.jubelet.model.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Writes a message as the JSON Go would print for the same object: the fields that are present in
/// the order the message declares them, which is the order of the Go struct; map keys sorted.
///
/// Empty lists and maps are left out, but for a list object's `items`, which Go prints as `null`.
///
/// Thread: stateless.
///
/// Upstream: Go encoding/json with metav1's MarshalJSON methods.
public final class MessageWriter {

    private MessageWriter() {}

    /// The JSON text; empty `apiVersion` and `kind` are left out.
    public static String toJson(Message message, String apiVersion, String kind) {
        Message dynamic = dynamic(message);
        return GoJson.text(out -> root(dynamic, apiVersion, kind, out));
    }

    /// The JSON text of a message that is no object of its own.
    public static String toJson(Message message) {
        return toJson(message, "", "");
    }

    /// Takes the binary way to a dynamic message: asking the generated class for its fields by name
    /// would make the JVM generate an accessor for each, megabytes in all.
    private static Message dynamic(Message message) {
        try {
            return DynamicMessage.parseFrom(message.getDescriptorForType(), message.toByteString());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("message just written does not read back", e);
        }
    }

    private static void root(Message message, String apiVersion, String kind, JsonGenerator out)
            throws IOException {
        if (SpecialForms.of(message.getDescriptorForType()).isPresent()) {
            message(message, out);
            return;
        }
        out.writeStartObject();
        // Go's TypeMeta declares kind before apiVersion.
        if (!kind.isEmpty()) {
            out.writeStringField("kind", kind);
        }
        if (!apiVersion.isEmpty()) {
            out.writeStringField("apiVersion", apiVersion);
        }
        fields(message, out);
        out.writeEndObject();
    }

    private static void message(Message message, JsonGenerator out) throws IOException {
        Optional<SpecialForm> form = SpecialForms.of(message.getDescriptorForType());
        if (form.isPresent()) {
            form.get().write(message, out);
            return;
        }
        out.writeStartObject();
        fields(message, out);
        out.writeEndObject();
    }

    private static void fields(Message message, JsonGenerator out) throws IOException {
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (field.isRepeated()) {
                repeated(message, field, out);
            } else if (message.hasField(field)) {
                if (FieldTable.isInlined(field)) {
                    fields((Message) message.getField(field), out);
                } else {
                    out.writeFieldName(field.getName());
                    value(field, message.getField(field), out);
                }
            }
        }
    }

    private static void repeated(Message message, FieldDescriptor field, JsonGenerator out)
            throws IOException {
        List<?> values = (List<?>) message.getField(field);
        if (values.isEmpty()) {
            if (isItems(field)) {
                out.writeNullField(field.getName());
            }
            return;
        }
        out.writeFieldName(field.getName());
        if (field.isMapField()) {
            map(field, values, out);
            return;
        }
        out.writeStartArray();
        for (Object value : values) {
            value(field, value, out);
        }
        out.writeEndArray();
    }

    private static boolean isItems(FieldDescriptor field) {
        return field.getName().equals("items")
                && field.getContainingType().getName().endsWith("List");
    }

    private static void map(FieldDescriptor field, List<?> values, JsonGenerator out)
            throws IOException {
        FieldDescriptor keyField = field.getMessageType().findFieldByName("key");
        FieldDescriptor valueField = field.getMessageType().findFieldByName("value");
        var sorted = new TreeMap<String, Object>();
        for (Object value : values) {
            Message entry = (Message) value;
            sorted.put(entry.getField(keyField).toString(), entry.getField(valueField));
        }
        out.writeStartObject();
        for (var entry : sorted.entrySet()) {
            out.writeFieldName(entry.getKey());
            value(valueField, entry.getValue(), out);
        }
        out.writeEndObject();
    }

    private static void value(FieldDescriptor field, Object value, JsonGenerator out)
            throws IOException {
        switch (field.getJavaType()) {
            case MESSAGE -> message((Message) value, out);
            case STRING -> out.writeString((String) value);
            case BOOLEAN -> out.writeBoolean((Boolean) value);
            case INT ->
                    out.writeNumber(
                            field.getType() == FieldDescriptor.Type.UINT32
                                    ? Integer.toUnsignedLong((Integer) value)
                                    : (Integer) value);
            case LONG ->
                    out.writeNumber(
                            field.getType() == FieldDescriptor.Type.UINT64
                                    ? Long.toUnsignedString((Long) value)
                                    : Long.toString((Long) value));
            case DOUBLE, FLOAT -> out.writeNumber(GoNumbers.print(((Number) value).doubleValue()));
            case BYTE_STRING ->
                    out.writeString(
                            Base64.getEncoder().encodeToString(((ByteString) value).toByteArray()));
            case ENUM -> throw new IllegalStateException("no JSON form: " + field);
        }
    }
}
