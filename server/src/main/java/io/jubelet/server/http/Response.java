package io.jubelet.server.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// One whole answer.
///
/// @param headers beside length and connection, which the listener sets
public record Response(int status, Map<String, String> headers, Body body) implements Answer {
    private static final String TEXT = "text/plain; charset=utf-8";

    /// Bytes that nobody changes any more.
    public static final class Body {
        private final byte[] bytes;

        private Body(byte[] bytes) {
            this.bytes = bytes;
        }

        public int length() {
            return bytes.length;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    /// It is over as soon as it is there.
    @Override
    public Response whenDone(Runnable then) {
        then.run();
        return this;
    }

    public static Response of(int status, String contentType, byte[] body) {
        return new Response(status, Map.of("Content-Type", contentType), new Body(body.clone()));
    }

    public static Response text(int status, String body) {
        return of(status, TEXT, body.getBytes(StandardCharsets.UTF_8));
    }

    public static Response json(String body) {
        return of(200, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    /// As Go's `http.Error`: a line, and no guessing of its type.
    public static Response error(int status, String message) {
        return text(status, message + "\n").with("X-Content-Type-Options", "nosniff");
    }

    /// As Go's mux answers for a path that nobody serves.
    public static Response notFound() {
        return error(404, "404 page not found");
    }

    public Response with(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body);
    }

    public String bodyText() {
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }
}
