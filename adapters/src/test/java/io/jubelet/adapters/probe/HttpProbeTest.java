package io.jubelet.adapters.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.probe.HttpCheck;
import io.jubelet.core.probe.ProbeOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class HttpProbeTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> answers = new CopyOnWriteArrayList<>();
    private final ServerSocket server;

    HttpProbeTest() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @BeforeEach
    void serve() {
        Thread.ofVirtual().name("server").start(this::answerAll);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    /// Answers every connection with the next text; an empty one is never sent.
    private void answerAll() {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                var reader =
                        new BufferedReader(
                                new InputStreamReader(
                                        socket.getInputStream(), StandardCharsets.ISO_8859_1));
                var request = new StringBuilder();
                for (var line = reader.readLine();
                        line != null && !line.isEmpty();
                        line = reader.readLine()) {
                    request.append(line).append('\n');
                }
                requests.add(request.toString());
                var answer = answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
                if (!answer.isEmpty()) {
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                    socket.close();
                }
            } catch (IOException closed) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(closed);
                }
            }
        }
    }

    private HttpCheck check(boolean secure) {
        return new HttpCheck(
                secure,
                "127.0.0.1",
                server.getLocalPort(),
                "/healthz?a=b",
                "muffins.org",
                List.of(new HttpCheck.Header("User-Agent", "kube-probe/1.36")));
    }

    private ProbeOutcome probe(String... texts) {
        answers.addAll(List.of(texts));
        return HttpProbe.probe(check(false), TIMEOUT);
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                arguments(
                        "ok body",
                        OK + "Content-Length: 7\r\n\r\nok body",
                        new ProbeOutcome.Success("ok body")),
                arguments("until the end", OK + "\r\nbody", new ProbeOutcome.Success("body")),
                arguments(
                        "in chunks",
                        OK + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n",
                        new ProbeOutcome.Success("abcde")),
                arguments(
                        "after 1xx",
                        "HTTP/1.1 103 Early Hints\r\n\r\n" + OK + "Content-Length: 0\r\n\r\n",
                        new ProbeOutcome.Success("")),
                arguments(
                        "fail body",
                        "HTTP/1.1 500 Oh\r\nContent-Length: 6\r\n\r\nsecret",
                        new ProbeOutcome.Failure("HTTP probe failed with statuscode: 500")),
                arguments(
                        "redirect to another host",
                        "HTTP/1.1 302 Found\r\nLocation: http://muffins.org/\r\n"
                                + "Content-Length: 2\r\n\r\ngo",
                        new ProbeOutcome.Warning("Probe terminated redirects, Response body: go")),
                arguments(
                        "redirect without a place",
                        "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
                        new ProbeOutcome.Warning("Probe terminated redirects, Response body: ")),
                arguments(
                        "a body that breaks off",
                        OK + "Content-Length: 9\r\n\r\nab",
                        new ProbeOutcome.Unknown("unexpected EOF")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void judges(String name, String answer, ProbeOutcome expected) {
        assertThat(probe(answer)).as(name).isEqualTo(expected);
    }

    @Test
    void sendsWhatItWasGivenAndKeepsNoConnection() {
        probe(OK + "\r\n");

        assertThat(requests)
                .containsExactly(
                        """
                        GET /healthz?a=b HTTP/1.1
                        Host: muffins.org
                        User-Agent: kube-probe/1.36
                        Connection: close
                        """);
    }

    @Test
    void followsARedirectOnTheSameHostWithTheSameHostHeader() {
        var outcome =
                probe(
                        "HTTP/1.1 301 Moved\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n",
                        OK + "Content-Length: 3\r\n\r\nnew");

        assertThat(outcome).isEqualTo(new ProbeOutcome.Success("new"));
        assertThat(requests.getLast()).startsWith("GET /new HTTP/1.1\nHost: muffins.org\n");
    }

    @Test
    void doesNotFollowForEver() {
        var outcome = probe("HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n");

        assertThat(outcome).isInstanceOf(ProbeOutcome.Failure.class);
        assertThat(outcome.text()).endsWith("stopped after 10 redirects");
        assertThat(requests).hasSize(10);
    }

    @Test
    void takesNoMoreThanTenKibibytes() {
        assertThat(probe(OK + "Content-Length: 20000\r\n\r\n" + "x".repeat(20_000)).text())
                .hasSize(10 << 10);
    }

    @Test
    void tellsThatTheAnswerTookTooLong() {
        var port = server.getLocalPort();
        answers.add("");
        assertThat(HttpProbe.probe(check(false), Duration.ofMillis(200)).text())
                .isEqualTo(
                        ("Get \"http://127.0.0.1:%d/healthz?a=b\": context deadline exceeded"
                                        + " (Client.Timeout exceeded while awaiting headers)")
                                .formatted(port));
    }

    @Test
    void tellsThatNobodyListens() throws IOException {
        int port;
        try (var unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = unused.getLocalPort();
        }
        var check = new HttpCheck(false, "127.0.0.1", port, "/", "muffins.org", List.of());
        assertThat(HttpProbe.probe(check, TIMEOUT).text())
                .isEqualTo(
                        ("Get \"http://127.0.0.1:%d/\": dial tcp 127.0.0.1:%d:"
                                        + " connect: connection refused")
                                .formatted(port, port));
    }

    @Test
    void aHookTakesAnyAnswer() {
        answers.add("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n");

        assertThat(HttpProbe.hook(check(false), TIMEOUT)).isInstanceOf(ProbeOutcome.Success.class);
    }
}
