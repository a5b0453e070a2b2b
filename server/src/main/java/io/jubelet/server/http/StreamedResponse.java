package io.jubelet.server.http;

import java.io.IOException;
import java.util.Map;

/// An answer whose end nobody knows when it begins. It is sent in chunks.
///
/// @param headers beside those of the connection, which the listener sets
public record StreamedResponse(int status, Map<String, String> headers, Body body)
        implements Answer {

    /// Writes the body. It runs on the request's thread, and returns when the body is over; what it
    /// throws ends the connection.
    @FunctionalInterface
    public interface Body {
        void writeTo(ResponseStream out) throws IOException;
    }

    @Override
    public StreamedResponse whenDone(Runnable then) {
        return new StreamedResponse(
                status,
                headers,
                out -> {
                    try {
                        body.writeTo(out);
                    } finally {
                        then.run();
                    }
                });
    }
}
