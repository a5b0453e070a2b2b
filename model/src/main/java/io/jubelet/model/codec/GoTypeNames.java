package io.jubelet.model.codec;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;

/// The Go type a field has upstream, as far as a descriptor tells: named string types such as
/// `v1.RestartPolicy` appear as `string`.
///
/// Thread: stateless.
final class GoTypeNames {

    private GoTypeNames() {}

    static String of(FieldDescriptor field) {
        if (field.isMapField()) {
            var entry = field.getMessageType();
            return "map["
                    + element(entry.findFieldByName("key"))
                    + "]"
                    + element(entry.findFieldByName("value"));
        }
        return field.isRepeated() ? "[]" + element(field) : element(field);
    }

    static String of(Descriptor message) {
        String version =
                message.getFullName().startsWith("jubelet.api.kubeletconfig.") ? "v1beta1" : "v1";
        return version + "." + message.getName();
    }

    static String element(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case INT -> field.getType() == FieldDescriptor.Type.UINT32 ? "uint32" : "int32";
            case LONG -> field.getType() == FieldDescriptor.Type.UINT64 ? "uint64" : "int64";
            case FLOAT -> "float32";
            case DOUBLE -> "float64";
            case BOOLEAN -> "bool";
            case STRING, ENUM -> "string";
            case BYTE_STRING -> "[]uint8";
            case MESSAGE -> of(field.getMessageType());
        };
    }
}
