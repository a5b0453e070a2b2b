package io.jubelet.config.flag;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Turns a message or a record into `path → text`, so that one assertion sees every field.
///
/// Thread: stateless.
final class Flattened {
    private Flattened() {}

    static Map<String, String> of(Object value) {
        var out = new TreeMap<String, String>();
        add(out, "", value);
        return out;
    }

    private static void add(Map<String, String> out, String path, @Nullable Object value) {
        switch (value) {
            case Message message -> addMessage(out, path, message);
            case Record row -> addRecord(out, path, row);
            case Map<?, ?> map -> map.forEach((k, v) -> add(out, path + "[" + k + "]", v));
            case Collection<?> items -> {
                int index = 0;
                for (Object item : items) {
                    add(out, path + "[" + index++ + "]", item);
                }
            }
            case null, default -> out.put(path, String.valueOf(value));
        }
    }

    private static void addMessage(Map<String, String> out, String path, Message message) {
        for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
            FieldDescriptor field = entry.getKey();
            String name = join(path, field.getName());
            if (field.isMapField()) {
                for (Object item : (Collection<?>) entry.getValue()) {
                    var pair = (Message) item;
                    var type = pair.getDescriptorForType();
                    Object key = pair.getField(type.findFieldByName("key"));
                    add(out, name + "[" + key + "]", pair.getField(type.findFieldByName("value")));
                }
            } else {
                add(out, name, entry.getValue());
            }
        }
    }

    private static void addRecord(Map<String, String> out, String path, Record row) {
        for (RecordComponent component : row.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(row);
                add(out, join(path, component.getName()), value);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("an accessor of a record", e);
            }
        }
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
