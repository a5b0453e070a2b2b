package io.jubelet.server.testing;

import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.host.MachineLogs;
import io.jubelet.server.NodePages;
import io.jubelet.server.NodeServer;
import io.jubelet.server.ServerSettings;
import io.jubelet.server.auth.AuthSettings;
import io.jubelet.server.http.HttpIo;
import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.metrics.KubeletMetrics;
import io.jubelet.server.metrics.NodeFacts;
import io.jubelet.server.tls.ServingCertificates;
import io.jubelet.server.tls.TlsSettings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;

/// A node server on free loopback ports, with a fake node behind it.
///
/// Thread: the test's.
public final class RunningNode implements AutoCloseable {
    public final FakeNode state = new FakeNode();
    public final KubeletMetrics metrics =
            new KubeletMetrics(facts(), state::pods, _ -> true, state::certificates);
    private final HttpIo io = new HttpIo();
    private final NodeServer server;

    public final FakeRuntimeView runtime = new FakeRuntimeView();
    public final FakeLogs logs = new FakeLogs();
    public volatile MachineLogs machineLogs = _ -> new MachineLogs.Found.Missing();

    private RunningNode(ServerSettings settings, Optional<ClusterApi> api) {
        server =
                NodeServer.start(
                        io,
                        settings,
                        new NodeServer.Ports(
                                state,
                                runtime,
                                logs,
                                path -> machineLogs.find(path),
                                api,
                                new SystemExecution()),
                        metrics,
                        () -> "{\"kind\":\"KubeletConfiguration\"}");
    }

    /// What a test may set; the rest is as usual.
    public static final class Builder {
        private final Path folder;
        private Optional<Path> clientAuthorities = Optional.empty();
        private boolean anonymous = true;
        private boolean webhook;
        private Optional<ClusterApi> api = Optional.empty();
        private boolean debuggingHandlers = true;
        private boolean readOnly;
        private String minimumVersion = "";
        private List<String> cipherSuites = List.of();
        private Duration reloadPeriod = TlsSettings.STANDARD_RELOAD_PERIOD;
        private HttpLimits limits = HttpLimits.STANDARD;
        private NodePages pages =
                new NodePages(Map.of("v", "2"), Instant.EPOCH, "1.36.4", true, true, true);
        private Optional<ServingCertificates> kept = Optional.empty();

        private Builder(Path folder) {
            this.folder = folder;
        }

        public Builder clientAuthorities(Path file) {
            clientAuthorities = Optional.of(file);
            return this;
        }

        public Builder anonymous(boolean allowed) {
            anonymous = allowed;
            return this;
        }

        /// Asks this API server who may do what.
        public Builder webhook(ClusterApi asked) {
            webhook = true;
            api = Optional.of(asked);
            return this;
        }

        public Builder withoutDebuggingHandlers() {
            debuggingHandlers = false;
            return this;
        }

        public Builder readOnly() {
            readOnly = true;
            return this;
        }

        public Builder tls(String atLeast, String... suites) {
            minimumVersion = atLeast;
            cipherSuites = List.of(suites);
            return this;
        }

        public Builder reloadPeriod(Duration period) {
            reloadPeriod = period;
            return this;
        }

        public Builder keptBy(ServingCertificates keeper) {
            kept = Optional.of(keeper);
            return this;
        }

        public Builder pages(NodePages shown) {
            pages = shown;
            return this;
        }

        public Builder limits(HttpLimits bounds) {
            limits = bounds;
            return this;
        }

        public RunningNode start() throws IOException {
            var tls =
                    new TlsSettings(
                            Optional.of(new TlsSettings.Files(certificate(folder), key(folder))),
                            folder,
                            "node-1",
                            clientAuthorities,
                            minimumVersion,
                            cipherSuites,
                            List.of(),
                            reloadPeriod);
            return new RunningNode(
                    new ServerSettings(
                            "127.0.0.1",
                            0,
                            readOnly ? freePort() : 0,
                            debuggingHandlers,
                            true,
                            "node-1",
                            Duration.ofMinutes(1),
                            kept.map(tls::keptBy).orElse(tls),
                            new AuthSettings(
                                    clientAuthorities.isPresent(),
                                    anonymous,
                                    webhook,
                                    webhook ? "Webhook" : "AlwaysAllow",
                                    AuthSettings.ReviewTimes.STANDARD),
                            limits,
                            pages),
                    api);
        }
    }

    /// A node whose certificate lies in this folder; it lets everyone in unless told otherwise.
    public static Builder in(Path folder) throws IOException {
        useCertificate(folder, new Authority("test").server("node-1"));
        return new Builder(folder);
    }

    public static void useCertificate(Path folder, Authority.Identity identity) throws IOException {
        Authority.write(key(folder), identity.keyPem());
        Authority.write(certificate(folder), identity.certificatePem());
    }

    public static Path certificate(Path folder) {
        return folder.resolve("node.crt");
    }

    public static Path key(Path folder) {
        return folder.resolve("node.key");
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

    public String url(String path) {
        return "https://127.0.0.1:" + address().getPort() + path;
    }

    public String readOnlyUrl(String path) {
        return "http://127.0.0.1:" + readOnlyAddress().getPort() + path;
    }

    public InetSocketAddress address() {
        return server.address();
    }

    public InetSocketAddress readOnlyAddress() {
        return server.readOnlyAddress().orElseThrow();
    }

    /// A port that was free a moment ago, below those that outgoing connections are given.
    public static int freePort() throws IOException {
        while (true) {
            try (var socket =
                    new ServerSocket(ThreadLocalRandom.current().nextInt(20_000, 32_000))) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // Another one, then.
            }
        }
    }

    @Override
    public void close() {
        server.close();
        io.close();
    }
}
