package io.jubelet.server.endpoint;

import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.metrics.KubeletMetrics;
import java.util.function.Supplier;

/// `/metrics` and `/metrics/probes`: the node's numbers.
///
/// Thread: any.
public final class MetricsEndpoint implements Endpoint {
    private final Supplier<byte[]> text;

    /// @param text in Prometheus' form
    public MetricsEndpoint(Supplier<byte[]> text) {
        this.text = text;
    }

    @Override
    public Response answer(Request request) {
        return Response.of(200, KubeletMetrics.CONTENT_TYPE, text.get());
    }
}
