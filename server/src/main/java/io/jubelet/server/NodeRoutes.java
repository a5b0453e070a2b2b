package io.jubelet.server;

import io.jubelet.server.endpoint.AttachEndpoint;
import io.jubelet.server.endpoint.ConfigzEndpoint;
import io.jubelet.server.endpoint.ContainerLogsEndpoint;
import io.jubelet.server.endpoint.ExecEndpoint;
import io.jubelet.server.endpoint.FlagzEndpoint;
import io.jubelet.server.endpoint.HealthCheck;
import io.jubelet.server.endpoint.HealthzEndpoint;
import io.jubelet.server.endpoint.MachineLogsEndpoint;
import io.jubelet.server.endpoint.MetricsEndpoint;
import io.jubelet.server.endpoint.PodsEndpoint;
import io.jubelet.server.endpoint.PortForwardEndpoint;
import io.jubelet.server.endpoint.RunEndpoint;
import io.jubelet.server.endpoint.RunningPodsEndpoint;
import io.jubelet.server.endpoint.StatuszEndpoint;
import io.jubelet.server.endpoint.WaitsEndpoint;
import io.jubelet.server.explain.ExplainEndpoint;
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
/// @param splitLogStreams gate PodLogsQuerySplitStreams
/// @param configuration the effective KubeletConfiguration as JSON, with its apiVersion and kind
public record NodeRoutes(
        NodeServer.Ports ports,
        KubeletMetrics metrics,
        Supplier<String> configuration,
        boolean splitLogStreams,
        NodePages pages,
        List<HealthCheck> checks) {
    private static final List<String> GET = List.of("GET");
    private static final List<String> GET_POST = List.of("GET", "POST");

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
        routes.add(Route.service("/jubelet/waits", new WaitsEndpoint(ports.node())));
        routes.add(
                Route.service(
                        ExplainEndpoint.PATH,
                        new ExplainEndpoint(ports.node(), ports.execution())));
        if (debuggingHandlers) {
            routes.add(Route.handler("/configz", new ConfigzEndpoint(configuration)));
            routes.addAll(debugging());
            routes.add(machineLogs());
            addPages(routes);
        }
        return routes;
    }

    private void addPages(List<Route> routes) {
        if (pages.flagz()) {
            routes.add(Route.handler("/flagz", new FlagzEndpoint(pages.flags())));
        }
        if (pages.statusz()) {
            // The last, as it lists all that was there before it.
            routes.add(Route.handler("/statusz", statusz(routes)));
        }
    }

    private StatuszEndpoint statusz(List<Route> routes) {
        return new StatuszEndpoint(
                pages.started(),
                pages.version(),
                routes.stream().map(Route::path).toList(),
                ports.execution()::now);
    }

    private Route machineLogs() {
        return pages.systemLogs()
                ? Route.under(
                        MachineLogsEndpoint.PATH, GET, new MachineLogsEndpoint(ports.machineLogs()))
                : Route.handler(
                        MachineLogsEndpoint.PATH,
                        _ -> Response.error(405, "logs endpoint is disabled."));
    }

    private List<Route> debugging() {
        var node = ports.node();
        var runtime = ports.runtime();
        return List.of(
                Route.below("/run", List.of("POST"), List.of(3, 4), new RunEndpoint(node, runtime)),
                Route.below("/exec", GET_POST, List.of(3, 4), new ExecEndpoint(node, runtime)),
                Route.below("/attach", GET_POST, List.of(3, 4), new AttachEndpoint(node, runtime)),
                Route.below(
                        "/portForward",
                        GET_POST,
                        List.of(2, 3),
                        new PortForwardEndpoint(node, runtime)),
                Route.below(
                        "/containerLogs",
                        GET,
                        List.of(3),
                        new ContainerLogsEndpoint(
                                node, runtime, ports.logs(), ports.execution(), splitLogStreams)),
                Route.below("/runningpods", GET, List.of(0), new RunningPodsEndpoint(runtime)));
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
        routes.add(Route.service("/pods", new PodsEndpoint(ports.node()::pods)));
        routes.add(Route.handler("/metrics", new MetricsEndpoint(metrics::text)));
        routes.add(Route.handler("/metrics/probes", new MetricsEndpoint(metrics::probes)));
        return routes;
    }
}
