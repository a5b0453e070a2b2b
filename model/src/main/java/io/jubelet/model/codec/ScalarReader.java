package io.jubelet.model.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.jubelet.model.codec.Tree.Kind;
import io.jubelet.model.codec.Tree.Scalar;
import java.util.Base64;
import java.util.Optional;

/// Reads one scalar field: a number is never taken for a string nor a quoted number for a number.
///
/// Thread: stateless.
///
/// Upstream: sigs.k8s.io/json decode.go literalStore.
final class ScalarReader {

    private static final long MOST_UINT32 = 0xFFFF_FFFFL;

    private ScalarReader() {}

    /// The value has another shape than the Go type it is for.
    static final class Mismatch extends IllegalArgumentException {
        private final String found;
        private final String wanted;

        Mismatch(String found, String wanted) {
            super(found + " for " + wanted);
            this.found = found;
            this.wanted = wanted;
        }

        String found() {
            return found;
        }

        String wanted() {
            return wanted;
        }
    }

    static Optional<String> text(Tree value) {
        return value instanceof Scalar(Kind kind, String text, Mark _) && kind == Kind.STRING
                ? Optional.of(text)
                : Optional.empty();
    }

    static Object read(FieldDescriptor field, Tree value) {
        return switch (field.getJavaType()) {
            case STRING -> require(field, value, Kind.STRING);
            case BOOLEAN -> require(field, value, Kind.BOOL).equals("true");
            case INT -> narrow(field, require(field, value, Kind.NUMBER));
            case LONG -> wide(field, require(field, value, Kind.NUMBER));
            case DOUBLE -> floating(field, require(field, value, Kind.NUMBER));
            case FLOAT -> (float) floating(field, require(field, value, Kind.NUMBER));
            case BYTE_STRING -> base64(require(field, value, Kind.STRING));
            case ENUM, MESSAGE -> throw new IllegalStateException("no scalar: " + field);
        };
    }

    static Object zero(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case STRING -> "";
            case BOOLEAN -> false;
            case INT -> 0;
            case LONG -> 0L;
            case DOUBLE -> 0.0;
            case FLOAT -> 0.0f;
            case BYTE_STRING -> ByteString.EMPTY;
            case ENUM, MESSAGE -> throw new IllegalStateException("no scalar: " + field);
        };
    }

    private static String require(FieldDescriptor field, Tree value, Kind wanted) {
        if (value instanceof Scalar(Kind kind, String text, Mark _) && kind == wanted) {
            return text;
        }
        throw new Mismatch(value.shape(), GoTypeNames.element(field));
    }

    private static int narrow(FieldDescriptor field, String text) {
        long number = parse(field, text);
        boolean unsigned = field.getType() == FieldDescriptor.Type.UINT32;
        if (unsigned ? number < 0 || number > MOST_UINT32 : number != (int) number) {
            throw tooLarge(field, text);
        }
        return (int) number;
    }

    private static long wide(FieldDescriptor field, String text) {
        if (field.getType() != FieldDescriptor.Type.UINT64) {
            return parse(field, text);
        }
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException _) {
            throw tooLarge(field, text);
        }
    }

    private static long parse(FieldDescriptor field, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw tooLarge(field, text);
        }
    }

    private static Mismatch tooLarge(FieldDescriptor field, String text) {
        return new Mismatch("number " + text, GoTypeNames.element(field));
    }

    private static double floating(FieldDescriptor field, String text) {
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            throw tooLarge(field, text);
        }
        return value;
    }

    private static ByteString base64(String text) {
        String packed = text.replace("\n", "").replace("\r", "");
        // Java's decoder would do without the padding that Go insists on.
        if (packed.length() % 4 != 0) {
            throw new IllegalArgumentException("illegal base64 data");
        }
        try {
            return ByteString.copyFrom(Base64.getDecoder().decode(packed));
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("illegal base64 data");
        }
    }
}
