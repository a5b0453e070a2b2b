package io.jubelet.adapters.probe;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The two messages of gRPC's health check, each of one field: the service's name, and how it is.
/// Pure.
final class HealthMessages {
    private static final int SERVICE_FIELD = 1;
    private static final int STATUS_FIELD = 1;

    private HealthMessages() {}

    static byte[] request(String service) {
        if (service.isEmpty()) {
            return new byte[0];
        }
        var bytes = new byte[CodedOutputStream.computeStringSize(SERVICE_FIELD, service)];
        try {
            var output = CodedOutputStream.newInstance(bytes);
            output.writeString(SERVICE_FIELD, service);
            output.flush();
            return bytes;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// The status's name; what cannot be read is UNKNOWN.
    static String status(byte[] answer) {
        var status = 0;
        try {
            var input = CodedInputStream.newInstance(answer);
            for (var tag = input.readTag(); tag != 0; tag = input.readTag()) {
                if (WireFormat.getTagFieldNumber(tag) == STATUS_FIELD) {
                    status = input.readEnum();
                } else {
                    input.skipField(tag);
                }
            }
        } catch (IOException unreadable) {
            return "UNKNOWN";
        }
        return switch (status) {
            case 0 -> "UNKNOWN";
            case 1 -> "SERVING";
            case 2 -> "NOT_SERVING";
            case 3 -> "SERVICE_UNKNOWN";
            default -> Integer.toString(status);
        };
    }
}
