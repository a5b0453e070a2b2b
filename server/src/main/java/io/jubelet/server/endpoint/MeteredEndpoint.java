package io.jubelet.server.endpoint;

import io.jubelet.server.http.Answer;
import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.metrics.KubeletMetrics;

/// Counts what passes to the endpoint behind it.
///
/// Thread: any.
public final class MeteredEndpoint implements Endpoint {
    private final Endpoint behind;
    private final KubeletMetrics metrics;
    private final String server;

    /// @param server `readwrite` or `readonly`
    public MeteredEndpoint(Endpoint behind, KubeletMetrics metrics, String server) {
        this.behind = behind;
        this.metrics = metrics;
        this.server = server;
    }

    @Override
    public Answer answer(Request request) {
        var done = metrics.request(request.method(), request.path(), server);
        try {
            return behind.answer(request).whenDone(done);
        } catch (RuntimeException | Error failure) {
            done.run();
            throw failure;
        }
    }
}
