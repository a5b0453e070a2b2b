package io.jubelet.e2e.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateRequest;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;

/// A page on the node, by TLS alone, that is well or not: pods on the node's network are probed
/// there. Its certificate is of another name, expired, and of an authority that nobody knows.
///
/// Thread: any.
public final class HealthPage implements AutoCloseable {
    private final HttpsServer server;
    private volatile boolean well = true;

    public HealthPage(String address) {
        var begin = Instant.now().minus(Duration.ofDays(2));
        var authority = new Authority("stranger", begin, begin.plus(Duration.ofDays(9)));
        var keys = Keys.make(Keys.Kind.EC);
        var certificate =
                authority.issue(
                        new CertificateRequest(
                                Subject.named("somebody.else"),
                                keys.getPublic(),
                                begin,
                                begin.plus(Duration.ofDays(1)),
                                false,
                                List.of(CertificateRequest.SERVER_AUTH),
                                AlternativeNames.NONE));
        var own = new CertifiedKey(keys.getPrivate(), List.of(certificate));
        try {
            server = HttpsServer.create(new InetSocketAddress(address, 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setHttpsConfigurator(
                new HttpsConfigurator(Tls.context(own, authority.certificate())));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /// From now on it says so.
    public void isWell(boolean is) {
        well = is;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(well ? 200 : 500, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
