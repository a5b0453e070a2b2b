package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.pki.CertifiedKey;
import io.jubelet.server.testing.Authority;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RunningNode;
import java.io.IOException;
import java.math.BigInteger;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class ReloadTest {
    private static final Duration SOON = Duration.ofMillis(10);

    private @TempDir Path folder;

    @Test
    void aNewServingCertificateIsTakenOverAndOpenConnectionsGoOn() throws IOException {
        try (var node = RunningNode.in(folder).reloadPeriod(SOON).start();
                var client = Clients.anonymous()) {
            assertThat(Clients.get(client, node.url("/healthz")).body()).isEqualTo("ok");
            var next = new Authority("next").server("node-1");

            RunningNode.useCertificate(folder, next);

            until(() -> served(node).equals(next.certificate().getSerialNumber()));
            assertThat(Clients.get(client, node.url("/healthz")).body()).isEqualTo("ok");
        }
    }

    @Test
    void aBrokenServingCertificateChangesNothing() throws IOException {
        try (var node = RunningNode.in(folder).reloadPeriod(SOON).start()) {
            var before = served(node);
            Authority.write(RunningNode.certificate(folder), "no certificate at all");
            assertThat(served(node)).isEqualTo(before);
            var next = new Authority("next").server("node-1");

            RunningNode.useCertificate(folder, next);

            until(() -> served(node).equals(next.certificate().getSerialNumber()));
        }
    }

    @Test
    void newClientAuthoritiesAreTakenOver() throws IOException {
        var old = new Authority("old");
        var next = new Authority("next");
        var file = Authority.write(folder.resolve("ca.crt"), Authority.pem(old.certificate()));
        try (var node =
                        RunningNode.in(folder)
                                .clientAuthorities(file)
                                .anonymous(false)
                                .reloadPeriod(SOON)
                                .start();
                var before = Clients.with(old.client("admin"));
                var after = Clients.with(next.client("admin"))) {
            assertThat(status(before, node)).isEqualTo(200);
            assertThat(status(after, node)).isEqualTo(401);

            Authority.write(file, Authority.pem(next.certificate()));

            until(() -> status(after, node) == 200);
            assertThat(status(before, node)).isEqualTo(401);
        }
    }

    @Test
    void aKeptCertificateServesTheNextConnectionAndWithoutOneThereIsNone() throws IOException {
        var kept = new AtomicReference<>(Optional.<CertifiedKey>empty());
        try (var node = RunningNode.in(folder).keptBy(kept::get).start()) {
            assertThatThrownBy(() -> served(node)).hasRootCauseInstanceOf(IOException.class);

            for (String name : List.of("first", "second")) {
                var identity = new Authority("ca").server(name);
                kept.set(
                        Optional.of(
                                new CertifiedKey(
                                        identity.keys().getPrivate(),
                                        List.of(identity.certificate()))));
                assertThat(served(node)).isEqualTo(identity.certificate().getSerialNumber());
            }
        }
    }

    private static int status(HttpClient client, RunningNode node) {
        return Clients.get(client, node.url("/pods")).statusCode();
    }

    /// The serial number of the certificate that a new connection is shown.
    private static BigInteger served(RunningNode node) {
        try (var socket = (SSLSocket) Clients.tls(node.address())) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSerialNumber();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void until(BooleanSupplier holds) {
        while (!holds.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
