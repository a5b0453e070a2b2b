package io.jubelet.server;

import io.jubelet.server.endpoint.ConfigzEndpoint;
import io.jubelet.server.endpoint.HealthCheck;
import io.jubelet.server.endpoint.HealthzEndpoint;
import io.jubelet.server.endpoint.MetricsEndpoint;
import io.jubelet.server.endpoint.PodsEndpoint;
import io.jubelet.server.endpoint.WaitsEndpoint;
import io.jubelet.server.http.Response;
import io.jubelet.server.http.Route;
import io.jubelet.server.metrics.KubeletMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The table of everything the node serves.
///
/// Upstream: pkg/kubelet/server/server.go Install…Handlers.
///
/// @param configuration the effective KubeletConfiguration as JSON, with its apiVersion and kind
public record NodeRoutes(
        NodeState node,
        KubeletMetrics metrics,
        Supplier<String> configuration,
        List<HealthCheck> checks) {
    private static final List<String> DEBUG_PATHS =
            List.of(
                    "/run/",
                    "/exec/",
                    "/attach/",
                    "/portForward/",
                    "/containerLogs/",
                    "/runningpods/",
                    "/debug/pprof/",
                    "/logs/");

    public NodeRoutes {
        checks = List.copyOf(checks);
    }

    /// What the HTTPS port serves.
    List<Route> secure(boolean debuggingHandlers) {
        var routes = new ArrayList<Route>(debuggingHandlers ? open() : readOnly());
        routes.add(Route.service("/jubelet/waits", new WaitsEndpoint(node)));
        if (debuggingHandlers) {
            routes.add(Route.handler("/configz", new ConfigzEndpoint(configuration)));
        }
        return routes;
    }

    /// What everyone may read on the plain port.
    List<Route> readOnly() {
        var disabled = Response.error(405, "Debug endpoints are disabled.");
        return Stream.concat(
                        open().stream(),
                        DEBUG_PATHS.stream().map(path -> Route.handler(path, _ -> disabled)))
                .toList();
    }

    private List<Route> open() {
        var routes = new ArrayList<Route>();
        routes.add(Route.handler("/healthz", new HealthzEndpoint(checks)));
        checks.forEach(
                check ->
                        routes.add(
                                Route.handler(
                                        "/healthz/" + check.name(), HealthzEndpoint.ofOne(check))));
        routes.add(Route.service("/pods", new PodsEndpoint(node::pods)));
        routes.add(Route.handler("/metrics", new MetricsEndpoint(metrics)));
        return routes;
    }
}
