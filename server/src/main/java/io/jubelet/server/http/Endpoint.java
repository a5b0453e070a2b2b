package io.jubelet.server.http;

/// Answers the requests of one path.
///
/// Thread: any, several at once; it may block.
@FunctionalInterface
public interface Endpoint {
    Answer answer(Request request);
}
