package io.jubelet.server.endpoint;

import io.jubelet.core.runtime.StreamingRuntime.Streams;
import io.jubelet.server.http.Request;
import java.util.Optional;

/// Which ends of a process a request asks for.
///
/// Thread: stateless.
///
/// Upstream: cri-streaming remotecommand NewOptions.
final class StreamOptions {
    static final String NONE_ASKED = "you must specify at least 1 of stdin, stdout, stderr";

    private StreamOptions() {}

    /// Empty when none is asked for. With a terminal there is no standard error.
    static Optional<Streams> of(Request request) {
        var terminal = isSet(request, "tty");
        var streams =
                new Streams(
                        isSet(request, "input"),
                        isSet(request, "output"),
                        isSet(request, "error") && !terminal,
                        terminal);
        return streams.input() || streams.output() || streams.error()
                ? Optional.of(streams)
                : Optional.empty();
    }

    private static boolean isSet(Request request, String name) {
        return request.value(name).equals("1");
    }
}
