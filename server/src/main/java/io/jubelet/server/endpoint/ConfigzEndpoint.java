package io.jubelet.server.endpoint;

import io.jubelet.server.http.Endpoint;
import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import java.util.function.Supplier;

/// `/configz`: the effective configuration.
///
/// Thread: any.
///
/// Upstream: component-base/configz.
public final class ConfigzEndpoint implements Endpoint {
    private final Supplier<String> configuration;

    /// @param configuration the KubeletConfiguration as JSON, with its apiVersion and kind
    public ConfigzEndpoint(Supplier<String> configuration) {
        this.configuration = configuration;
    }

    @Override
    public Response answer(Request request) {
        return Response.json("{\"kubeletconfig\":" + configuration.get() + "}")
                .with("X-Content-Type-Options", "nosniff");
    }
}
