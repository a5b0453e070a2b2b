package io.jubelet.server.metrics;

import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.server.view.CertificateView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every metric of the node in one place. Names, labels and buckets are upstream's, the words are
/// ours. A metric whose source does not exist yet is not here, rather than a false zero.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/metrics, pkg/kubelet/server/metrics, component-base/metrics.
public final class KubeletMetrics {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final List<String> BY_OPERATION = List.of("operation_type");
    private static final String STARTED = "process_start_time_seconds";

    /// A minute, hours, a day, a week, months, years.
    private static final List<Double> ROTATION_BOUNDS =
            List.of(
                    60.0,
                    3600.0,
                    14400.0,
                    86400.0,
                    604800.0,
                    2592000.0,
                    7776000.0,
                    15552000.0,
                    31104000.0,
                    124416000.0);

    private final Counters operations =
            new Counters(
                    "kubelet_runtime_operations_total",
                    "Calls to the container runtime, by operation.",
                    BY_OPERATION);
    private final Counters operationErrors =
            new Counters(
                    "kubelet_runtime_operations_errors_total",
                    "Calls to the container runtime that failed, by operation.",
                    BY_OPERATION);
    private final Histograms operationDurations =
            new Histograms(
                    "kubelet_runtime_operations_duration_seconds",
                    "How long calls to the container runtime take, by operation.",
                    Histograms.exponential(.005, 2.5, 14),
                    BY_OPERATION);
    private final Counters requests =
            new Counters(
                    "kubelet_http_requests_total",
                    "HTTP requests that came in since the start.",
                    RequestLabels.NAMES);
    private final Gauges requestsInFlight =
            new Gauges(
                    "kubelet_http_inflight_requests",
                    "HTTP requests that are being answered.",
                    RequestLabels.NAMES);
    private final Histograms requestDurations =
            new Histograms(
                    "kubelet_http_requests_duration_seconds",
                    "How long HTTP requests take.",
                    Histograms.DEFAULT_BOUNDS,
                    RequestLabels.NAMES);
    private final Histograms servingRotations =
            new Histograms(
                    "kubelet_certificate_manager_server_rotation_seconds",
                    "How long the serving certificate before lived.",
                    ROTATION_BOUNDS,
                    List.of());
    private final PipelineMetrics pipeline;
    private final List<MetricFamily> families;

    /// @param wanted whether some source has the pod
    public KubeletMetrics(
            NodeFacts facts,
            Supplier<List<PodView>> pods,
            Predicate<PodUid> wanted,
            Supplier<List<CertificateView>> certificates) {
        pipeline = new PipelineMetrics(() -> uids(pods.get()));
        Stream<MetricFamily> counted =
                Stream.of(
                        operations,
                        operationErrors,
                        operationDurations,
                        requests,
                        requestsInFlight,
                        requestDurations,
                        servingRotations);
        families =
                Stream.of(
                                counted,
                                pipeline.families().stream(),
                                FactMetrics.of(facts).stream(),
                                PodMetrics.of(pods, wanted).stream(),
                                CertificateMetrics.of(certificates, InstantSource.system())
                                        .stream(),
                                ProcessMetrics.ofThisProcess().stream())
                        .flatMap(each -> each)
                        .sorted(Comparator.comparing(MetricFamily::name))
                        .toList();
    }

    private static Set<PodUid> uids(List<PodView> pods) {
        return pods.stream().map(view -> view.identity().uid()).collect(Collectors.toSet());
    }

    /// Who is told what the agent does.
    public Meter pipeline() {
        return pipeline;
    }

    /// Counts one finished call to the runtime.
    public void runtimeOperation(String operationType, Duration took, boolean failed) {
        var labels = List.of(operationType);
        operations.increment(labels);
        operationDurations.observe(seconds(took), labels);
        if (failed) {
            operationErrors.increment(labels);
        }
    }

    /// Counts one renewal of the serving certificate.
    public void servingCertificateRenewed(Duration lived) {
        servingRotations.observe(seconds(lived), List.of());
    }

    /// Counts a request that begins.
    ///
    /// @param server `readwrite` or `readonly`
    /// @return to be run when it is answered
    public Runnable request(String method, String path, String server) {
        var labels = RequestLabels.of(method, path, server).values();
        var begin = System.nanoTime();
        requests.increment(labels);
        requestsInFlight.add(1, labels);
        return () -> {
            requestsInFlight.add(-1, labels);
            requestDurations.observe(seconds(Duration.ofNanos(System.nanoTime() - begin)), labels);
        };
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /// All metrics as of now, in Prometheus' text form.
    public byte[] text() {
        return text(families);
    }

    /// What probes gave since the process started, in the same form.
    public byte[] probes() {
        var shown = new ArrayList<>(pipeline.probeFamilies());
        families.stream().filter(family -> family.name().equals(STARTED)).forEach(shown::add);
        shown.sort(Comparator.comparing(MetricFamily::name));
        return text(shown);
    }

    private static byte[] text(List<MetricFamily> families) {
        var out = new MetricText();
        families.forEach(family -> family.write(out));
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }
}
