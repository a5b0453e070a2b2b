package io.jubelet.model.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.List;
import java.util.Random;

/// Makes messages of any type with random fields, from a seed; what JSON cannot tell apart (an
/// empty inlined message, the zero time) does not occur.
final class RandomMessages {

    private static final List<String> TEXTS =
            List.of(
                    "",
                    "a",
                    "yes",
                    "010",
                    "1e3",
                    "null",
                    "<a&b>",
                    "\u2028",
                    "é😀",
                    "a\nb\t\"\\",
                    "~");
    private static final List<String> QUANTITIES =
            List.of("0", "1", "100m", "1536Mi", "1e3", "5G", "-3", "9223372036854775807", "7n");

    private final Random random;
    private final int depth;

    RandomMessages(long seed, int depth) {
        this.random = new Random(seed);
        this.depth = depth;
    }

    Message message(Descriptor type) {
        return message(type, depth);
    }

    private Message message(Descriptor type, int left) {
        var builder = DynamicMessage.newBuilder(type);
        switch (type.getFullName()) {
            case "jubelet.api.meta.Time" -> set(builder, "seconds", seconds());
            case "jubelet.api.meta.MicroTime" -> {
                set(builder, "seconds", seconds());
                set(builder, "nanos", random.nextInt(1_000_000) * 1000);
            }
            case "jubelet.api.meta.Quantity" -> set(builder, "string", pick(QUANTITIES));
            case "jubelet.api.meta.IntOrString" -> intOrString(builder);
            case "jubelet.api.meta.FieldsV1" ->
                    set(builder, "Raw", ByteString.copyFromUtf8("{\"f:a\":{\".\":{}}}"));
            case "jubelet.api.kubeletconfig.Duration" -> set(builder, "nanos", random.nextLong());
            case "jubelet.api.kubeletconfig.DurationOrNanos" -> {
                set(builder, "nanos", random.nextLong());
                if (random.nextBoolean()) {
                    set(builder, "number", true);
                }
            }
            default -> fields(builder, type, left);
        }
        return builder.build();
    }

    private void intOrString(Message.Builder builder) {
        if (random.nextBoolean()) {
            set(builder, "type", 0L);
            set(builder, "intVal", random.nextInt());
        } else {
            set(builder, "type", 1L);
            set(builder, "strVal", pick(TEXTS));
        }
    }

    private void fields(Message.Builder builder, Descriptor type, int left) {
        for (FieldDescriptor field : type.getFields()) {
            boolean message = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
            if (random.nextInt(3) == 0 || (message && left == 0)) {
                continue;
            }
            if (field.isMapField()) {
                map(builder, field, left);
            } else if (field.isRepeated()) {
                for (int i = random.nextInt(3); i > 0; i--) {
                    builder.addRepeatedField(field, value(field, left));
                }
            } else {
                Object value = value(field, left);
                if (!FieldTable.isInlined(field) || !((Message) value).getAllFields().isEmpty()) {
                    builder.setField(field, value);
                }
            }
        }
    }

    private void map(Message.Builder builder, FieldDescriptor field, int left) {
        FieldDescriptor key = field.getMessageType().findFieldByName("key");
        FieldDescriptor value = field.getMessageType().findFieldByName("value");
        for (int i = random.nextInt(3); i > 0; i--) {
            Message.Builder entry = builder.newBuilderForField(field);
            entry.setField(key, "key" + i + pick(TEXTS));
            entry.setField(value, value(value, left));
            builder.addRepeatedField(field, entry.build());
        }
    }

    private Object value(FieldDescriptor field, int left) {
        return switch (field.getJavaType()) {
            case STRING -> pick(TEXTS);
            case BOOLEAN -> random.nextBoolean();
            case INT -> random.nextInt();
            case LONG -> random.nextLong();
            case DOUBLE -> random.nextDouble() * 1000;
            case BYTE_STRING -> ByteString.copyFromUtf8(pick(TEXTS));
            case MESSAGE -> message(field.getMessageType(), left - 1);
            case FLOAT, ENUM ->
                    throw new IllegalStateException("not used by our messages: " + field);
        };
    }

    private long seconds() {
        return random.nextLong(4_000_000_000L);
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static void set(Message.Builder builder, String field, Object value) {
        builder.setField(builder.getDescriptorForType().findFieldByName(field), value);
    }
}
