package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.http.HttpIo;
import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
final class HealthServerTest {
    private final HttpIo io = new HttpIo();

    @AfterEach
    void close() {
        io.close();
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "GET, /healthz, 200, ok",
        "GET, /healthz/ping, 200, ok",
        "POST, /healthz, 200, ok",
        "DELETE, /healthz/ping, 200, ok",
        "GET, /healthz?verbose, 200, ok",
        "GET, /, 404, 404 page not found",
        "GET, /healthz/syncloop, 404, 404 page not found",
        "GET, /healthz/, 404, 404 page not found",
        "GET, /pods, 404, 404 page not found",
    })
    void answersPingAndNothingElse(String method, String path, int status, String body) {
        try (var server = HealthServer.start(io, "127.0.0.1", 0, HttpLimits.STANDARD);
                var client = HttpClient.newHttpClient()) {
            var response = Clients.send(client, method, url(server, path));

            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.body().strip()).isEqualTo(body);
        }
    }

    @Test
    void headHasTheHeadersOfGetAndNoBody() throws IOException {
        try (var server = HealthServer.start(io, "127.0.0.1", 0, HttpLimits.STANDARD);
                var client = new RawClient(server.address().orElseThrow())) {
            client.send("HEAD /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

            assertThat(client.readToEnd())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .contains("Content-Length: 2\r\n")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void triesAgainWhileItsPortIsTaken() throws IOException {
        InetSocketAddress wanted;
        HealthServer server;
        try (var taken = new ServerSocket(0)) {
            wanted = new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());
            server = HealthServer.start(io, wanted, HttpLimits.STANDARD, Duration.ofMillis(20));

            assertThat(server.address()).isEmpty();
        }
        while (server.address().isEmpty()) {
            Thread.onSpinWait();
        }
        try (server;
                var client = HttpClient.newHttpClient()) {
            assertThat(Clients.get(client, url(server, "/healthz")).body()).isEqualTo("ok");
        }
    }

    private static String url(HealthServer server, String path) {
        return "http://127.0.0.1:" + server.address().orElseThrow().getPort() + path;
    }
}
