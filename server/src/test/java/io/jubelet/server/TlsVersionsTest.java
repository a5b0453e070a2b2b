package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.pki.PkiException;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsVersionsTest {
    private static final String SUITE = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";

    private @TempDir Path folder;

    private static SSLSession handshake(RunningNode node, String version) throws IOException {
        try (var socket = (SSLSocket) Clients.tls(node.address())) {
            socket.setEnabledProtocols(new String[] {version});
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
            return socket.getSession();
        }
    }

    @Test
    void bothVersionsAreSpokenUnlessConfigured() throws IOException {
        try (var node = RunningNode.in(folder).start()) {
            assertThat(handshake(node, "TLSv1.2").getProtocol()).isEqualTo("TLSv1.2");
            assertThat(handshake(node, "TLSv1.3").getProtocol()).isEqualTo("TLSv1.3");
        }
    }

    @Test
    void anOlderVersionThanConfiguredIsRefused() throws IOException {
        try (var node = RunningNode.in(folder).tls("VersionTLS13").start()) {
            assertThat(handshake(node, "TLSv1.3").getProtocol()).isEqualTo("TLSv1.3");
            assertThatThrownBy(() -> handshake(node, "TLSv1.2")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void theConfiguredSuiteIsUsed() throws IOException {
        try (var node = RunningNode.in(folder).tls("", SUITE).start()) {
            assertThat(handshake(node, "TLSv1.2").getCipherSuite()).isEqualTo(SUITE);
            assertThat(handshake(node, "TLSv1.3").getProtocol()).isEqualTo("TLSv1.3");
        }
    }

    @Test
    void aMissingCertificateStopsTheStart() throws IOException {
        var builder = RunningNode.in(folder);
        Files.delete(RunningNode.certificate(folder));

        assertThatThrownBy(builder::start)
                .isInstanceOf(PkiException.class)
                .hasMessage("there is no file " + RunningNode.certificate(folder));
    }

    @Test
    void missingClientAuthoritiesStopTheStart() throws IOException {
        var missing = folder.resolve("missing.crt");
        var builder = RunningNode.in(folder).clientAuthorities(missing);

        assertThatThrownBy(builder::start)
                .isInstanceOf(PkiException.class)
                .hasMessage("there is no file " + missing);
    }
}
