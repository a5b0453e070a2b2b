package io.jubelet.client;

import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.kubeconfig.Kubeconfig.Impersonation;
import io.jubelet.client.kubeconfig.KubeconfigException;
import io.jubelet.client.login.KubeconfigCredentials;
import io.jubelet.client.transport.ApiIo;
import io.jubelet.client.transport.ConnectionPool;
import io.jubelet.client.transport.Origin;
import io.jubelet.client.transport.Request.Header;
import io.jubelet.client.transport.ServerTrust;
import io.jubelet.client.wire.WireFormat;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.execution.Execution;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The agent's connections to its API server: its own, for events, and for heartbeats, each with a
/// rate and connections of its own. Nothing is connected before the first call.
///
/// Thread: any.
/// Upstream: cmd/kubelet/app/server.go, the three clients of run.
public final class ApiConnections implements AutoCloseable {
    private final ApiIo io = new ApiIo();
    private final List<ConnectionPool> pools = new ArrayList<>();
    private final KubeconfigCredentials credentials;
    private final ApiSettings settings;
    private final Execution execution;
    private final Origin origin;
    private final Cluster cluster;

    private ApiConnections(
            KubeconfigCredentials credentials, ApiSettings settings, Execution execution) {
        this.credentials = credentials;
        this.settings = settings;
        this.execution = execution;
        this.origin = origin(credentials);
        this.cluster =
                new Cluster(
                        connection(settings.api(), settings.deadline()),
                        connection(settings.events(), settings.deadline()),
                        connection(Rate.UNLIMITED, settings.heartbeatDeadline()));
    }

    /// @throws KubeconfigException when the server's address is none
    public static ApiConnections open(
            KubeconfigCredentials credentials, ApiSettings settings, Execution execution) {
        return new ApiConnections(credentials, settings, execution);
    }

    private static Origin origin(KubeconfigCredentials credentials) {
        if (!credentials.kubeconfig().server().proxy().isEmpty()) {
            throw new KubeconfigException(
                    "invalid kubeconfig: "
                            + credentials.kubeconfig().file()
                            + ": proxy-url: a proxy cannot be used yet");
        }
        try {
            return Origin.parse(credentials.kubeconfig().server().address());
        } catch (IllegalArgumentException failure) {
            throw new KubeconfigException(
                    "invalid kubeconfig: "
                            + credentials.kubeconfig().file()
                            + ": server: "
                            + failure.getMessage(),
                    failure);
        }
    }

    private ClusterApi connection(Rate rate, Duration deadline) {
        var pool =
                new ConnectionPool(
                        io,
                        origin,
                        trust(),
                        credentials.certificates(),
                        System.getenv("DISABLE_HTTP2") == null,
                        settings.transport());
        pools.add(pool);
        var caller =
                new Caller(
                        pool,
                        credentials.login(),
                        headers(),
                        new RateLimit(rate, execution),
                        deadline,
                        execution);
        return new HttpClusterApi(
                caller, new Targets(origin.path()), WireFormat.of(settings.contentType()));
    }

    private ServerTrust trust() {
        var server = credentials.kubeconfig().server();
        return server.insecureSkipTlsVerify()
                ? new ServerTrust.Everybody(server.tlsServerName())
                : new ServerTrust.Authorities(credentials.authorities(), server.tlsServerName());
    }

    private List<Header> headers() {
        var headers = new ArrayList<Header>();
        headers.add(new Header("user-agent", settings.userAgent()));
        credentials.kubeconfig().user().impersonation().ifPresent(as -> add(as, headers));
        return headers;
    }

    private static void add(Impersonation as, List<Header> headers) {
        headers.add(new Header("impersonate-user", as.user()));
        if (!as.uid().isEmpty()) {
            headers.add(new Header("impersonate-uid", as.uid()));
        }
        as.groups().forEach(group -> headers.add(new Header("impersonate-group", group)));
        as.extra()
                .forEach(
                        (key, values) -> {
                            var name =
                                    "impersonate-extra-"
                                            + URLEncoder.encode(key, StandardCharsets.UTF_8);
                            values.forEach(value -> headers.add(new Header(name, value)));
                        });
    }

    public Cluster cluster() {
        return cluster;
    }

    /// Closes every connection; calls on them fail, and the next ones connect anew. For a server
    /// that went away without a word, and for credentials that changed.
    public void closeAll(String why) {
        pools.forEach(pool -> pool.closeAll(why));
    }

    @Override
    public void close() {
        closeAll("the agent ends");
        io.close();
    }
}
