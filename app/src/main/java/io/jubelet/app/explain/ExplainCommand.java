package io.jubelet.app.explain;

import io.jubelet.app.StartException;
import io.jubelet.server.explain.ExplainEndpoint;
import io.jubelet.server.explain.ExplainEndpoint.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Asks the node over its socket and prints what it says.
///
/// Thread: main.
public final class ExplainCommand {
    private static final String END_OF_HEAD = "\r\n\r\n";

    private final ExplainOptions options;
    private final PrintStream out;

    public ExplainCommand(ExplainOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /// Answers the exit code.
    public int run() {
        var answer = ask(socket());
        var end = answer.indexOf(END_OF_HEAD);
        if (end < 0 || !answer.startsWith("HTTP/1.1 200")) {
            throw new StartException("the node gave no answer that can be read");
        }
        out.print(answer.substring(end + END_OF_HEAD.length()));
        out.flush();
        return exitCode(answer.substring(0, end));
    }

    private Path socket() {
        return options.sockets().stream()
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(
                        () ->
                                new StartException(
                                        "no node to ask: there is no %s; is it running, and are"
                                                        .formatted(options.sockets().getFirst())
                                                + " you root? --root-dir names another"));
    }

    private String ask(Path socket) {
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            var request = request().getBytes(StandardCharsets.US_ASCII);
            Channels.newOutputStream(channel).write(request);
            return new String(
                    Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new StartException(
                    "cannot ask the node at %s: %s; is it running?"
                            .formatted(socket, failure.getMessage()),
                    failure);
        }
    }

    private String request() {
        var pod =
                options.pod()
                        .map(name -> "&pod=" + URLEncoder.encode(name, StandardCharsets.UTF_8));
        return "GET %s?format=%s%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                .formatted(ExplainEndpoint.PATH, options.json() ? "json" : "text", pod.orElse(""));
    }

    private static int exitCode(String head) {
        var lines = head.toLowerCase(Locale.ROOT).lines().toList();
        var name = ExplainEndpoint.VERDICT.toLowerCase(Locale.ROOT);
        for (var verdict : Verdict.values()) {
            if (lines.contains(name + ": " + verdict.word())) {
                return switch (verdict) {
                    case WELL -> 0;
                    case WAITING -> 2;
                    case UNKNOWN -> 3;
                };
            }
        }
        return 1;
    }
}
