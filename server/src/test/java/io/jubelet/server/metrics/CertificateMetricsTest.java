package io.jubelet.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.view.CertificateView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CertificateMetricsTest {
    private static final Instant NOW = Instant.parse("2026-11-15T10:00:00Z");

    private static List<String> lines(CertificateView... certificates) {
        var out = new MetricText();
        CertificateMetrics.of(() -> List.of(certificates), () -> NOW)
                .forEach(family -> family.write(out));
        return out.toString().lines().filter(line -> !line.startsWith("#")).toList();
    }

    private static CertificateView kept(String name, Optional<Instant> notAfter, long failures) {
        return new CertificateView(name, notAfter, Optional.empty(), failures);
    }

    @Test
    void aCertificateThatNobodyKeepsHasNoNumbers() {
        assertThat(lines()).isEmpty();
    }

    @Test
    void whatIsLeftIsCountedInWholeSeconds() {
        var client = kept("client", Optional.of(NOW.plusMillis(90_999)), 2);

        assertThat(lines(client))
                .containsExactly(
                        "kubelet_certificate_manager_client_ttl_seconds 90",
                        "kubelet_certificate_manager_client_expiration_renew_errors 2");
    }

    @Test
    void oneThatIsNotThereNeverEnds() {
        assertThat(lines(kept("server", Optional.empty(), 1)))
                .containsExactly(
                        "kubelet_certificate_manager_server_ttl_seconds +Inf",
                        "kubelet_server_expiration_renew_errors 1");
    }
}
