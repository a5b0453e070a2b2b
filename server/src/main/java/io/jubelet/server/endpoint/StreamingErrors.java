package io.jubelet.server.endpoint;

import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.server.http.Response;

/// How a runtime's failure to begin a stream is told to the client.
///
/// Thread: stateless.
///
/// Upstream: cri-streaming/pkg/streaming WriteError.
final class StreamingErrors {
    private StreamingErrors() {}

    static Response of(RuntimeCallException failure) {
        var status =
                switch (failure.code()) {
                    case NOT_FOUND -> 404;
                    case UNAVAILABLE, DEADLINE_EXCEEDED, UNIMPLEMENTED, FAILED -> 500;
                };
        return Response.text(status, failure.reason());
    }
}
