package io.jubelet.server.metrics;

import java.util.List;
import java.util.Set;

/// How one HTTP request is counted: never by what a stranger wrote, so that the number of series
/// stays small.
///
/// Upstream: pkg/kubelet/server/server.go getMetricBucket.
record RequestLabels(String method, String path, String server, String longRunning) {
    static final List<String> NAMES = List.of("long_running", "method", "path", "server_type");

    private static final Set<String> METHODS =
            Set.of("OPTIONS", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT");
    private static final Set<String> PATHS =
            Set.of(
                    "healthz",
                    "pods",
                    "configz",
                    "metrics",
                    "metrics/probes",
                    "jubelet",
                    "run",
                    "exec",
                    "attach",
                    "portForward",
                    "containerLogs",
                    "runningpods",
                    "pprof",
                    "logs");
    private static final Set<String> LONG = Set.of("exec", "attach", "portforward", "debug");

    static RequestLabels of(String method, String path, String server) {
        var bucket = bucket(path);
        return new RequestLabels(
                METHODS.contains(method) ? method : "other",
                bucket,
                server,
                Boolean.toString(LONG.contains(bucket)));
    }

    private static String bucket(String path) {
        var parts = (path.startsWith("/") ? path.substring(1) : path).split("/", 3);
        var root =
                parts[0].equals("metrics") && parts.length > 1
                        ? parts[0] + "/" + parts[1]
                        : parts[0];
        return PATHS.contains(root) ? root : "other";
    }

    /// In the order of [#NAMES].
    List<String> values() {
        return List.of(longRunning, method, path, server);
    }
}
