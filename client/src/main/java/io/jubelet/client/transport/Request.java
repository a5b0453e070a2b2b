package io.jubelet.client.transport;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;

/// One question to the server.
///
/// Thread: immutable.
///
/// @param target path and query, encoded
public record Request(String method, String target, List<Header> headers, ByteString body) {
    public Request {
        headers = List.copyOf(headers);
    }

    /// @param name in small letters
    public record Header(String name, String value) {
        /// Values may be secret.
        @Override
        public String toString() {
            return name;
        }
    }

    public Request with(List<Header> more) {
        var all = new ArrayList<>(headers);
        all.addAll(more);
        return new Request(method, target, all, body);
    }
}
