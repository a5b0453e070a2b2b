package io.jubelet.server.metrics;

import io.jubelet.server.metrics.Computed.Sample;
import io.jubelet.server.view.CertificateView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// How long the node's certificates are still valid and how often renewing failed, found out when
/// someone asks. A certificate that nobody keeps has no numbers.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/certificate/kubelet.go, cmd/kubelet/app/server.go
/// buildKubeletClientConfig.
final class CertificateMetrics {
    private final Supplier<List<CertificateView>> certificates;
    private final InstantSource clock;

    private CertificateMetrics(Supplier<List<CertificateView>> certificates, InstantSource clock) {
        this.certificates = certificates;
        this.clock = clock;
    }

    static List<MetricFamily> of(
            Supplier<List<CertificateView>> certificates, InstantSource clock) {
        var metrics = new CertificateMetrics(certificates, clock);
        return List.of(
                metrics.left(CertificateView.CLIENT),
                metrics.left(CertificateView.SERVER),
                metrics.errors(
                        "kubelet_certificate_manager_client_expiration_renew_errors",
                        CertificateView.CLIENT),
                metrics.errors("kubelet_server_expiration_renew_errors", CertificateView.SERVER));
    }

    private MetricFamily left(String name) {
        return Computed.gauge(
                "kubelet_certificate_manager_" + name + "_ttl_seconds",
                "Seconds until the " + name + " certificate expires; +Inf without one.",
                List.of(),
                () -> samples(name, view -> Sample.of(secondsLeft(view))));
    }

    private MetricFamily errors(String metric, String name) {
        return new Computed(
                metric,
                "Tries to renew the " + name + " certificate that failed.",
                "counter",
                List.of(),
                () -> samples(name, view -> Sample.of((double) view.failedTries())));
    }

    private List<Sample> samples(String name, Function<CertificateView, Sample> sample) {
        return certificates.get().stream()
                .filter(view -> view.name().equals(name))
                .map(sample)
                .toList();
    }

    private double secondsLeft(CertificateView view) {
        return view.notAfter().map(this::until).orElse(Double.POSITIVE_INFINITY);
    }

    private double until(Instant end) {
        return (double) Duration.between(clock.instant(), end).toSeconds();
    }
}
