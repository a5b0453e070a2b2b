package io.jubelet.model.codec;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.List;

/// Compares messages by what they say. The API server writes empty texts and zeros into the
/// protobuf of fields that its JSON leaves out, so that an object of its hand and the same object
/// of ours are not equal.
///
/// Thread: any; pure.
public final class Presence {
    private Presence() {}

    /// Whether the two say the same, a field that holds nothing being as good as one left out.
    public static boolean same(Message one, Message other) {
        return one.equals(other) || bare(one).equals(bare(other));
    }

    /// The same of lists, item by item.
    public static boolean same(List<? extends Message> some, List<? extends Message> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (var index = 0; index < some.size(); index++) {
            if (!same(some.get(index), others.get(index))) {
                return false;
            }
        }
        return true;
    }

    /// The message without the fields that hold nothing. Messages stay, even empty ones.
    private static Message bare(Message message) {
        var bare = message.toBuilder();
        message.getAllFields()
                .forEach(
                        (field, value) -> {
                            if (field.getJavaType() == JavaType.MESSAGE) {
                                bareMessages(bare, field, value);
                            } else if (!field.isRepeated()
                                    && value.equals(field.getDefaultValue())) {
                                bare.clearField(field);
                            }
                        });
        return bare.build();
    }

    private static void bareMessages(Message.Builder bare, FieldDescriptor field, Object value) {
        if (field.isMapField()) {
            return;
        }
        if (value instanceof List<?> list) {
            for (var index = 0; index < list.size(); index++) {
                bare.setRepeatedField(field, index, bare((Message) list.get(index)));
            }
        } else {
            bare.setField(field, bare((Message) value));
        }
    }
}
