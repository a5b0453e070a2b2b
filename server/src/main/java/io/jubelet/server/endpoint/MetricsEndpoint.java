package io.jubelet.server.endpoint;

import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import io.jubelet.server.metrics.KubeletMetrics;

/// `/metrics`: the node's numbers.
///
/// Thread: any.
public final class MetricsEndpoint implements Endpoint {
    private final KubeletMetrics metrics;

    public MetricsEndpoint(KubeletMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public Response answer(Request request) {
        return Response.of(200, KubeletMetrics.CONTENT_TYPE, metrics.text());
    }
}
