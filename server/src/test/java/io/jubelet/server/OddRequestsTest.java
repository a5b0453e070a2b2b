package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RawClient;
import io.jubelet.server.testing.RunningNode;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class OddRequestsTest {
    private static final int FLOOD = 4000;
    private static final String HOST = "Host: node\r\n";
    private static final String LAST = HOST + "Connection: close\r\n\r\n";

    private static final HttpLimits SHORT = new HttpLimits(Duration.ofMillis(500), 1 << 20);
    private static final HttpLimits LONGER = new HttpLimits(Duration.ofSeconds(2), 1 << 20);

    private RunningNode node;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        node = RunningNode.in(folder).readOnly().start();
    }

    @AfterEach
    void close() {
        node.close();
    }

    private String exchange(String request) throws IOException {
        try (var client = new RawClient(node.readOnlyAddress())) {
            return client.send(request).readToEnd();
        }
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource({
        "/pods/, 200, ''",
        "//pods, 307, /pods",
        "/pods//, 307, /pods/",
        "/./healthz, 307, /healthz",
        "/x/../healthz?verbose, 307, /healthz?verbose",
        "/../../healthz, 307, /healthz",
        "/run, 307, /run/",
        "/%70ods, 200, ''",
        "/healthz%2Fping, 200, ''",
        "/pods%00, 404, ''",
        "/PODS, 404, ''",
        "http://elsewhere/healthz, 200, ''",
        "http://elsewhere, 404, ''",
    })
    void pathsAreReadAsGoReadsThem(String target, int status, String location) throws IOException {
        var answer = exchange("GET " + target + " HTTP/1.1\r\n" + LAST);

        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        if (status == 307) {
            assertThat(answer).contains("Location: " + location + "\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /healthz HTTP/1.1\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /healthz% HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET healthz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /healthz NONSENSE\r\nHost: a\r\n\r\n",
                "POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
                "POST /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            })
    void whatIsNoHttpIsABadRequest(String request) throws IOException {
        assertThat(exchange(request))
                .startsWith("HTTP/1.1 400 Bad Request\r\n")
                .contains("Connection: close\r\n")
                .endsWith("400 Bad Request");
    }

    @Test
    void aBodyWithoutEndIsNotReadToItsEnd() throws IOException {
        try (var client = new RawClient(node.readOnlyAddress())) {
            client.send(
                    "POST /healthz HTTP/1.1\r\n"
                            + HOST
                            + "Content-Length: 1000000000\r\n\r\n"
                            + "a".repeat(300 << 10));

            assertThat(client.readToEnd())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .containsIgnoringCase("connection: close\r\n");
        }
    }

    @Test
    void aFloodOfRequestsAheadIsCutOff() throws IOException {
        try (var client = new RawClient(node.readOnlyAddress())) {
            var flood = "GET /pods HTTP/1.1\r\nHost:a\r\n\r\n".repeat(FLOOD);

            assertThat(floodedAnswers(client, flood)).isLessThan(FLOOD);
        }
    }

    private static int floodedAnswers(RawClient client, String flood) throws IOException {
        var answers = 0;
        try {
            client.send(flood);
            while (answers < FLOOD) {
                client.readUntil("HTTP/1.1 200 OK");
                answers++;
            }
        } catch (IOException _) {
            // Cut off, which is what is hoped for.
        }
        return answers;
    }

    @Test
    void headersOfAMebibyteAreTooLarge() throws IOException {
        assertThat(exchangeLarge("X-Large: " + "a".repeat(1 << 20) + "\r\n"))
                .startsWith("HTTP/1.1 431 Request Header Fields Too Large\r\n");
    }

    @Test
    void manyHeadersOfAMebibyteTogetherAreTooLarge() throws IOException {
        var line = "a".repeat(1000) + "\r\n";
        var headers = new StringBuilder();
        IntStream.range(0, 1100)
                .forEach(each -> headers.append("X-").append(each).append(": ").append(line));

        assertThat(exchangeLarge(headers.toString()))
                .startsWith("HTTP/1.1 431 Request Header Fields Too Large\r\n");
    }

    /// The server answers and closes while we still write, which may cut our writing short.
    private String exchangeLarge(String headers) throws IOException {
        try (var client = new RawClient(node.readOnlyAddress())) {
            try {
                client.send("GET /healthz HTTP/1.1\r\n" + HOST + headers + "\r\n");
            } catch (SocketException _) {
                // What it answered is still to be read.
            }
            return client.readUntil("\r\n");
        }
    }

    @Test
    void strangersCannotFillTheMemoryWithHeaders() throws IOException {
        var large = "GET /healthz HTTP/1.1\r\nX-Large: " + "a".repeat((1 << 20) - 1000);
        var strangers = new ArrayList<RawClient>();
        try {
            for (int each = 0; each < 20; each++) {
                strangers.add(new RawClient(node.readOnlyAddress()).send(large));
            }

            assertThat(strangers.getLast().readUntil("\r\n"))
                    .startsWith("HTTP/1.1 431 Request Header Fields Too Large\r\n");
            assertThat(exchange("GET /healthz HTTP/1.1\r\n" + LAST)).endsWith("ok");
        } finally {
            for (RawClient stranger : strangers) {
                stranger.close();
            }
        }
        // Once they are gone there is room again, a moment later.
        while (!exchange(large + "\r\n" + LAST).endsWith("ok")) {
            Thread.onSpinWait();
        }
    }

    @Test
    void headersJustBelowAreTaken() throws IOException {
        assertThat(
                        exchange(
                                "GET /healthz HTTP/1.1\r\nX-Large: "
                                        + "a".repeat((1 << 20) - 200)
                                        + "\r\n"
                                        + LAST))
                .startsWith("HTTP/1.1 200 OK\r\n");
    }

    @Test
    void requestsSentAheadAreAnsweredInOrder() throws IOException {
        var paths = List.of("/healthz", "/nosuch", "/pods", "/healthz/ping");
        var requests = new StringBuilder();
        paths.forEach(path -> requests.append("GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n"));

        var answers = exchange(requests + "GET /metrics HTTP/1.1\r\n" + LAST);

        assertThat(answers)
                .containsSubsequence(
                        "200 OK",
                        "ok",
                        "404 Not Found",
                        "200 OK",
                        "PodList",
                        "200 OK",
                        "ok",
                        "200 OK",
                        "# HELP");
    }

    @Test
    void aBodyIsPassedOver() throws IOException {
        var answers =
                exchange(
                        "POST /healthz HTTP/1.1\r\n"
                                + HOST
                                + "Content-Length: 5\r\n\r\nhelloGET /pods HTTP/1.1\r\n"
                                + LAST);

        assertThat(answers).containsSubsequence("200 OK", "ok", "200 OK", "PodList");
    }

    @Test
    void aClientThatAsksBeforeItsBodyGetsTheAnswerAtOnce() throws IOException {
        var answer =
                exchange(
                        "POST /healthz HTTP/1.1\r\n"
                                + HOST
                                + "Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n");

        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("onnection: close\r\n");
    }

    @Test
    void oldHttpIsAnsweredAndClosed() throws IOException {
        assertThat(exchange("GET /healthz HTTP/1.0\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .endsWith("ok");
    }

    @Test
    void plainHttpOnTheSecurePortIsToldSo() throws IOException {
        try (var client = new RawClient(node.address())) {
            client.send("GET /healthz HTTP/1.1\r\n" + LAST);

            assertThat(client.readToEnd())
                    .startsWith("HTTP/1.0 400 Bad Request\r\n")
                    .endsWith("Client sent an HTTP request to an HTTPS server.\n");
        }
    }

    @ParameterizedTest(name = "after \"{0}\"")
    @ValueSource(strings = {"", "GET /healthz HTTP/1.1\r\nHo", "POST / HTTP/1.1\r\n"})
    void aConnectionSilentWithinARequestIsClosed(String begin, @TempDir Path folder)
            throws IOException {
        try (var quick = RunningNode.in(folder).readOnly().limits(SHORT).start();
                var client = new RawClient(quick.readOnlyAddress())) {
            assertThat(client.send(begin).readToEnd()).isEmpty();
        }
    }

    @Test
    void aConnectionSilentAfterARequestIsClosed(@TempDir Path folder) throws IOException {
        try (var quick = RunningNode.in(folder).readOnly().limits(LONGER).start();
                var client = new RawClient(quick.readOnlyAddress())) {
            client.send("GET /healthz HTTP/1.1\r\n" + HOST + "\r\n");

            assertThat(client.readToEnd()).endsWith("ok");
        }
    }

    @Test
    void aHandshakeThatDoesNotGoOnIsClosed(@TempDir Path folder) throws IOException {
        try (var quick = RunningNode.in(folder).limits(SHORT).start();
                var client = new RawClient(quick.address())) {
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void aSilentSecureConnectionIsClosed(@TempDir Path folder) throws IOException {
        try (var quick = RunningNode.in(folder).limits(LONGER).start();
                var client = new RawClient(Clients.tls(quick.address()))) {
            client.send("GET /healthz HTTP/1.1\r\n" + HOST + "\r\n");

            assertThat(client.readToEnd()).endsWith("ok");
        }
    }
}
