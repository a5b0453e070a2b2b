package io.jubelet.adapters.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Manifests from a server on loopback.
@SuppressWarnings("NullAway.Init") // JUnit fills the fields before each test.
class HttpManifestUrlTest {
    private HttpServer server;
    private final List<Map<String, List<String>>> requests = new ArrayList<>();
    private int status = 200;
    private String body = "pods";

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/pods",
                exchange -> {
                    requests.add(Map.copyOf(exchange.getRequestHeaders()));
                    var bytes = body.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void theAnswerIsRead() {
        assertThat(url("").read()).isEqualTo("pods");
    }

    @Test
    void headersAreSentWithAllTheirValues() {
        var headers = Map.of("X-Team", List.of("a", "b"));

        new HttpManifestUrl(address("") + "/pods", headers).read();

        assertThat(requests.getFirst().get("X-team")).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aNameAndPasswordOfTheAddressAreSentAndNeverShown() {
        var url = url("me:secret@");
        assertThat(url.read()).isEqualTo("pods");
        assertThat(requests.getFirst().get("Authorization")).containsExactly("Basic bWU6c2VjcmV0");
        status = 503;

        assertThatThrownBy(url::read)
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("503")
                .message()
                .doesNotContain("secret");
    }

    @Test
    void anEmptyAnswerIsEmpty() {
        body = "";

        assertThat(url("").read()).isEmpty();
    }

    @Test
    void anAnswerWithoutEndIsRefused() {
        body = "x".repeat((10 << 20) + 1);

        assertThatThrownBy(url("")::read).hasMessageContaining("more than 10485760 bytes");
    }

    @Test
    void aServerThatIsAwayIsAFailure() {
        var url = url("");
        server.stop(0);

        assertThatThrownBy(url::read)
                .isInstanceOf(HostCallException.class)
                .hasMessageContaining("ConnectException");
    }

    @Test
    void aServerThatNeverAnswersIsGivenUp() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var url =
                    new HttpManifestUrl(
                            "http://127.0.0.1:" + silent.getLocalPort() + "/pods",
                            Map.of(),
                            Duration.ofMillis(200));

            assertThatThrownBy(url::read).hasMessageContaining("SocketTimeoutException");
        }
    }

    private HttpManifestUrl url(String user) {
        return new HttpManifestUrl(address(user) + "/pods", Map.of());
    }

    private String address(String user) {
        return "http://" + user + "127.0.0.1:" + server.getAddress().getPort();
    }
}
