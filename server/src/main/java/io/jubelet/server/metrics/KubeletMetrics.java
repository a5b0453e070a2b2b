package io.jubelet.server.metrics;

import io.jubelet.core.status.PodView;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// Every metric of the node in one place. Names, labels and buckets are upstream's.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/metrics, pkg/kubelet/server/metrics, component-base/metrics.
public final class KubeletMetrics {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final String[] REQUEST_LABELS = {
        "method", "path", "server_type", "long_running"
    };
    private static final String OPERATION = "operation_type";

    /// Go's default buckets.
    private static final double[] DEFAULT_BUCKETS = {
        .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10
    };

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter operations;
    private final Counter operationErrors;
    private final Histogram operationDurations;
    private final Counter requests;
    private final Gauge requestsInFlight;
    private final Histogram requestDurations;

    public KubeletMetrics(NodeFacts facts, Supplier<List<PodView>> pods) {
        operations =
                Counter.builder()
                        .name("kubelet_runtime_operations_total")
                        .help("Calls to the container runtime, by operation.")
                        .labelNames(OPERATION)
                        .register(registry);
        operationErrors =
                Counter.builder()
                        .name("kubelet_runtime_operations_errors_total")
                        .help("Calls to the container runtime that failed, by operation.")
                        .labelNames(OPERATION)
                        .register(registry);
        operationDurations =
                Histogram.builder()
                        .name("kubelet_runtime_operations_duration_seconds")
                        .help("How long calls to the container runtime take, by operation.")
                        .labelNames(OPERATION)
                        .classicOnly()
                        .classicExponentialUpperBounds(.005, 2.5, 14)
                        .register(registry);
        requests =
                Counter.builder()
                        .name("kubelet_http_requests_total")
                        .help("HTTP requests that came in since the start.")
                        .labelNames(REQUEST_LABELS)
                        .register(registry);
        requestsInFlight =
                Gauge.builder()
                        .name("kubelet_http_inflight_requests")
                        .help("HTTP requests that are being answered.")
                        .labelNames(REQUEST_LABELS)
                        .register(registry);
        requestDurations =
                Histogram.builder()
                        .name("kubelet_http_requests_duration_seconds")
                        .help("How long HTTP requests take.")
                        .labelNames(REQUEST_LABELS)
                        .classicOnly()
                        .classicUpperBounds(DEFAULT_BUCKETS)
                        .register(registry);
        registerFacts(facts);
        PodMetrics.register(registry, pods);
    }

    private void registerFacts(NodeFacts facts) {
        Gauge.builder()
                .name("kubelet_node_name")
                .help("The node's name; always 1.")
                .labelNames("node")
                .register(registry)
                .labelValues(facts.node())
                .set(1);
        facts.cgroupVersion()
                .ifPresent(
                        version ->
                                Gauge.builder()
                                        .name("kubelet_cgroup_version")
                                        .help("The machine's cgroup version.")
                                        .register(registry)
                                        .set(version));
        var build = facts.build();
        Info.builder()
                .name("kubernetes_build_info")
                .help("What this program is; always 1.")
                .labelNames(
                        "major",
                        "minor",
                        "git_version",
                        "git_commit",
                        "git_tree_state",
                        "build_date",
                        "go_version",
                        "compiler",
                        "platform")
                .register(registry)
                .setLabelValues(
                        build.major(),
                        build.minor(),
                        build.gitVersion(),
                        build.gitCommit(),
                        build.gitTreeState(),
                        build.buildDate(),
                        "",
                        "javac",
                        build.platform());
        var gates =
                Gauge.builder()
                        .name("kubernetes_feature_enabled")
                        .help("Feature gates: 1 for those that are on.")
                        .labelNames("name", "stage")
                        .register(registry);
        facts.features()
                .forEach(
                        feature ->
                                gates.labelValues(feature.name(), feature.stage())
                                        .set(feature.enabled() ? 1 : 0));
    }

    /// Counts one finished call to the runtime.
    public void runtimeOperation(String operationType, Duration took, boolean failed) {
        operations.labelValues(operationType).inc();
        operationDurations.labelValues(operationType).observe(seconds(took));
        if (failed) {
            operationErrors.labelValues(operationType).inc();
        }
    }

    /// Counts a request that begins.
    ///
    /// @param server `readwrite` or `readonly`
    /// @return to be run when it is answered
    public Runnable request(String method, String path, String server) {
        var labels = RequestLabels.of(method, path, server).values();
        var begin = System.nanoTime();
        requests.labelValues(labels).inc();
        requestsInFlight.labelValues(labels).inc();
        return () -> {
            requestsInFlight.labelValues(labels).dec();
            requestDurations
                    .labelValues(labels)
                    .observe(seconds(Duration.ofNanos(System.nanoTime() - begin)));
        };
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /// All metrics as of now.
    public byte[] text() {
        var out = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.builder()
                    .setIncludeCreatedTimestamps(false)
                    .build()
                    .write(out, registry.scrape());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return out.toByteArray();
    }
}
