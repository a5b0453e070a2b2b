package io.jubelet.server.testing;

import io.jubelet.server.NodeServer;
import io.jubelet.server.ServerSettings;
import io.jubelet.server.auth.AuthSettings;
import io.jubelet.server.http.HttpIo;
import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.metrics.KubeletMetrics;
import io.jubelet.server.metrics.NodeFacts;
import io.jubelet.server.tls.TlsSettings;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/// A node server on free loopback ports, with a fake node behind it.
///
/// Thread: the test's.
public final class RunningNode implements AutoCloseable {
    public static final AuthSettings OPEN = new AuthSettings(false, true, false, "AlwaysAllow");

    public final FakeNode state = new FakeNode();
    public final KubeletMetrics metrics = new KubeletMetrics(facts(), state::pods);
    public final NodeServer server;
    private final HttpIo io = new HttpIo();

    public RunningNode(ServerSettings settings) {
        server =
                NodeServer.start(
                        io, settings, state, metrics, () -> "{\"kind\":\"KubeletConfiguration\"}");
    }

    /// One whose certificate is its own and who lets everyone in, changed as the test likes.
    public static RunningNode open(Path folder, UnaryOperator<ServerSettings> change) {
        return new RunningNode(change.apply(settings(folder)));
    }

    public static ServerSettings settings(Path folder) {
        return new ServerSettings(
                "127.0.0.1",
                0,
                0,
                true,
                "node-1",
                Duration.ofMinutes(1),
                TlsSettings.selfSigned(folder, "node-1"),
                OPEN,
                HttpLimits.STANDARD);
    }

    private static NodeFacts facts() {
        return new NodeFacts(
                "node-1",
                OptionalInt.of(2),
                new NodeFacts.Build("1", "36", "v1.36.4", "abc", "clean", "", "linux/amd64"),
                List.of(
                        new NodeFacts.Feature("EventedPLEG", "ALPHA", false),
                        new NodeFacts.Feature("SidecarContainers", "", true)));
    }

    /// A port that was free a moment ago.
    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.close();
        io.close();
    }
}
