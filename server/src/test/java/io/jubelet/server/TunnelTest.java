package io.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.server.testing.Clients;
import io.jubelet.server.testing.RawClient;
import io.jubelet.server.testing.RunningNode;
import io.jubelet.server.testing.StreamingBackend;
import io.jubelet.server.testing.Views;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TunnelTest {
    private static final int MEGABYTES = 50;
    private static final String UPGRADE =
            "Host: node\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n";

    private RunningNode node;
    private StreamingBackend backend;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        node = RunningNode.in(folder).start();
        backend = new StreamingBackend();
        node.state.pods = List.of(Views.running("web"));
        node.runtime.running.put("uid-web/main", new ContainerId("c1"));
        node.runtime.sandboxes.put(
                node.state.pods.getFirst().identity().uid(), new SandboxId("s1"));
        node.runtime.address = backend.address("/exec/token?x=1");
    }

    @AfterEach
    void close() throws IOException {
        node.close();
        backend.close();
    }

    private static String exec(String query) {
        return "POST /exec/default/web/main?" + query + " HTTP/1.1\r\n" + UPGRADE;
    }

    private Socket connect() throws IOException {
        var socket = Clients.tls(node.address());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String head(Socket socket) throws IOException {
        return StreamingBackend.head(socket.getInputStream());
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "POST, '/exec/default/web/main?command=sh&command=-c&input=1&output=1&error=1', 'exec c1 [sh, -c] ioe'",
        "GET, '/exec/default/web/uid-web/main?command=ls&output=1', 'exec c1 [ls] o'",
        "POST, '/exec/default/web/main?command=sh&input=1&output=1&error=1&tty=1', 'exec c1 [sh] iot'",
        "POST, '/attach/default/web/main?input=1&output=1&error=1', 'attach c1 ioe'",
        "POST, /portForward/default/web, 'forward s1 []'",
        "GET, /portForward/default/web/uid-web, 'forward s1 []'",
    })
    void theRuntimeIsAskedAndTheRequestPassedOn(String method, String path, String asked)
            throws IOException {
        try (var socket = connect()) {
            send(
                    socket,
                    method
                            + " "
                            + path
                            + " HTTP/1.1\r\n"
                            + UPGRADE
                            + "X-Stream-Protocol-Version: v4.channel.k8s.io\r\n"
                            + "Authorization: Bearer secret\r\n\r\n");

            assertThat(head(socket)).startsWith("HTTP/1.1 101 Switching Protocols\r\n");
        }
        assertThat(node.runtime.asked).containsExactly(asked);
        assertThat(backend.requestHead())
                .startsWith(method + " /exec/token?x=1 HTTP/1.1\r\n")
                .contains("Upgrade: SPDY/3.1\r\n")
                .contains("X-Stream-Protocol-Version: v4.channel.k8s.io\r\n")
                .contains("X-Forwarded-For: 127.0.0.1\r\n")
                .doesNotContain("secret");
    }

    @Test
    void bytesSentAheadAreNotLost() throws IOException {
        try (var socket = connect()) {
            send(socket, exec("output=1") + "\r\nearly bytes \u0080\u0003");

            var _ = head(socket);
            assertThat(
                            new String(
                                    socket.getInputStream().readNBytes(14),
                                    StandardCharsets.ISO_8859_1))
                    .isEqualTo("early bytes \u0080\u0003");
        }
    }

    @Test
    void fiftyMegabytesComeBackAsTheyWereSent() throws Exception {
        try (var socket = connect()) {
            send(socket, exec("output=1") + "\r\n");
            var _ = head(socket);
            var sent = sendMuch(socket);

            assertThat(receiveMuch(socket.getInputStream(), 0)).isEqualTo(sent.join());
        }
    }

    @Test
    void aSlowReaderGetsEverythingToo() throws Exception {
        try (var socket = connect()) {
            send(socket, exec("output=1") + "\r\n");
            var _ = head(socket);
            var sent = sendMuch(socket);

            assertThat(receiveMuch(socket.getInputStream(), 2000)).isEqualTo(sent.join());
        }
    }

    private static CompletableFuture<String> sendMuch(Socket socket) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        var hash = MessageDigest.getInstance("SHA-256");
                        var out = new DigestOutputStream(socket.getOutputStream(), hash);
                        var random = new Random(42);
                        var piece = new byte[1 << 20];
                        for (int each = 0; each < MEGABYTES; each++) {
                            random.nextBytes(piece);
                            out.write(piece);
                        }
                        out.flush();
                        return HexFormat.of().formatHex(hash.digest());
                    } catch (IOException | GeneralSecurityException failure) {
                        throw new IllegalStateException(failure);
                    }
                });
    }

    /// @param spins how long to dawdle between two pieces
    private static String receiveMuch(InputStream in, int spins) throws Exception {
        var hash = MessageDigest.getInstance("SHA-256");
        var piece = new byte[64 << 10];
        var left = (long) MEGABYTES << 20;
        while (left > 0) {
            var count = in.read(piece, 0, (int) Math.min(piece.length, left));
            if (count < 0) {
                throw new IOException("ended with " + left + " bytes missing");
            }
            hash.update(piece, 0, count);
            left -= count;
            for (int spin = 0; spin < spins; spin++) {
                Thread.onSpinWait();
            }
        }
        return HexFormat.of().formatHex(hash.digest());
    }

    @Test
    void theEndOfOneDirectionLeavesTheOther() throws IOException {
        backend.answerAfterEnd("so long");
        try (var socket = connect()) {
            send(socket, exec("output=1") + "\r\n");
            var _ = head(socket);
            send(socket, "hello");
            ((SSLSocket) socket).shutdownOutput();

            assertThat(
                            new String(
                                    socket.getInputStream().readAllBytes(),
                                    StandardCharsets.ISO_8859_1))
                    .isEqualTo("helloso long");
        }
    }

    @Test
    void theRuntimesEndIsTheClientsEnd() throws IOException {
        backend.endAfter(5);
        try (var socket = connect()) {
            send(socket, exec("output=1") + "\r\n12345");

            var _ = head(socket);
            assertThat(socket.getInputStream().readAllBytes()).hasSize(5);
        }
    }

    @Test
    void aClientThatIsGoneIsToldToTheRuntime() throws Exception {
        try (var socket = connect()) {
            send(socket, exec("output=1") + "\r\n");
            var _ = head(socket);
        }

        backend.awaitEnd();
    }

    @Test
    void theRuntimesRefusalIsPassedOn() throws IOException {
        backend.refuse("HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nno such");
        try (var client = new RawClient(connect())) {
            client.send(exec("output=1") + "\r\n");

            assertThat(client.readUntil("no such"))
                    .startsWith("HTTP/1.1 404 Not Found\r\n")
                    .contains("Connection: close\r\n");
        }
    }

    @Test
    void anAnswerThatIsNoUpgradeIsAnError() throws IOException {
        backend.refuse("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

        assertThat(answer(exec("output=1")))
                .startsWith("HTTP/1.1 500 ")
                .endsWith("invalid upgrade response: status code 200\n");
    }

    @Test
    void aStreamingServerThatIsNotThereIsAnError() throws IOException {
        backend.close();

        assertThat(answer(exec("output=1")))
                .startsWith("HTTP/1.1 500 ")
                .contains("onnection refused");
    }

    @Test
    void aRequestWithoutUpgradeIsRefused() throws IOException {
        var plain = UPGRADE.replace("Connection: Upgrade\r\n", "Connection: close\r\n");

        assertThat(answer("POST /exec/default/web/main?output=1 HTTP/1.1\r\n" + plain))
                .startsWith("HTTP/1.1 500 ")
                .endsWith("Upgrade request required\n");
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource({
        "/exec/default/web/main, 400, 'you must specify at least 1 of stdin, stdout, stderr'",
        "/exec/default/nosuch/main?output=1, 404, pod does not exist",
        "/exec/default/web/nosuch?output=1, 500, 'container not found (\"nosuch\")'",
        "/attach/default/web/nosuch?output=1, 500, container nosuch not found in pod web_default",
        "/attach/default/web/other/main?output=1, 500, pod web_default not found",
        "/portForward/default/web/other, 404, pod not found",
    })
    void whatCannotBeFoundIsSaid(String path, int status, String message) throws IOException {
        assertThat(answer("POST " + path + " HTTP/1.1\r\n" + UPGRADE))
                .startsWith("HTTP/1.1 " + status + " ")
                .endsWith(message);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"NOT_FOUND, 404", "FAILED, 500", "UNAVAILABLE, 500"})
    void theRuntimesFailureIsPassedOn(RuntimeCallException.Code code, int status)
            throws IOException {
        node.runtime.failure = Optional.of(new RuntimeCallException("Exec", code, "too bad"));

        assertThat(answer(exec("output=1")))
                .startsWith("HTTP/1.1 " + status + " ")
                .endsWith("too bad");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "'', 'query parameter \"port\" is required'",
        "port=, 'query parameter \"port\" cannot be empty'",
        "port=x, 'unable to parse \"x\" as a port'",
        "port=70000, 'unable to parse \"70000\" as a port'",
        "port=0, 'port \"0\" must be > 0'",
    })
    void aWebSocketClientNamesItsPorts(String query, String message) throws IOException {
        assertThat(
                        answer(
                                "GET /portForward/default/web?"
                                        + query
                                        + " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
                                        + "Upgrade: websocket\r\n"))
                .startsWith("HTTP/1.1 400 ")
                .endsWith(message);
    }

    private String answer(String request) throws IOException {
        try (var client = new RawClient(connect())) {
            return client.send(request + "\r\n").readToEnd();
        }
    }
}
