package io.jubelet.server;

import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.ContainerLogFiles;
import io.jubelet.core.host.MachineLogs;
import io.jubelet.log.Log;
import io.jubelet.server.auth.AccessGuard;
import io.jubelet.server.endpoint.MeteredEndpoint;
import io.jubelet.server.http.HttpIo;
import io.jubelet.server.http.HttpListener;
import io.jubelet.server.http.HttpListener.Threads;
import io.jubelet.server.http.Router;
import io.jubelet.server.metrics.KubeletMetrics;
import io.jubelet.server.tls.ClientAuthorities;
import io.jubelet.server.tls.ServingTls;
import io.jubelet.server.view.RuntimeView;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;

/// The node's HTTPS port, and the read-only plain one where it is wanted.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/server/server.go ListenAndServeKubeletServer.
public final class NodeServer implements AutoCloseable {
    private static final Log LOG = Log.of(NodeServer.class);

    private final HttpListener secure;
    private final Optional<HttpListener> readOnly;

    /// What the server sees of the rest of the node.
    ///
    /// @param api the API server, where there is one to ask who may do what
    public record Ports(
            NodeState node,
            RuntimeView runtime,
            ContainerLogFiles logs,
            MachineLogs machineLogs,
            Optional<ClusterApi> api,
            Execution execution) {}

    private NodeServer(HttpListener secure, Optional<HttpListener> readOnly) {
        this.secure = secure;
        this.readOnly = readOnly;
    }

    /// Reads or makes the certificate and listens. An RSA key takes up to seconds, so
    /// that whoever is in a hurry calls this on a thread of its own.
    ///
    /// @param configuration the effective KubeletConfiguration as JSON, with its apiVersion and
    ///     kind
    /// @throws io.jubelet.pki.PkiException when a certificate or TLS setting cannot be used
    /// @throws io.jubelet.server.http.BindException when a port cannot be had
    public static NodeServer start(
            HttpIo io,
            ServerSettings settings,
            Ports ports,
            KubeletMetrics metrics,
            Supplier<String> configuration) {
        var authorities = new ClientAuthorities(settings.tls().clientAuthorities());
        var tls = new ServingTls(settings.tls(), authorities);
        var routes =
                new NodeRoutes(
                        ports,
                        metrics,
                        configuration,
                        settings.splitLogStreams(),
                        settings.pages(),
                        NodeChecks.of(ports.node(), settings.syncFrequency()));
        var guard =
                AccessGuard.of(
                        settings.auth(),
                        authorities,
                        settings.node(),
                        ports.api(),
                        ports.execution());
        LOG.info("Starting to listen", "address", settings.address(), "port", settings.port());
        var secure =
                HttpListener.secure(
                        io,
                        new InetSocketAddress(settings.address(), settings.port()),
                        settings.limits(),
                        tls,
                        new MeteredEndpoint(
                                new Router(routes.secure(settings.debuggingHandlers()), guard),
                                metrics,
                                "readwrite"));
        io.every(settings.tls().reloadPeriod(), tls::reloadIfChanged);
        return new NodeServer(secure, startReadOnly(io, settings, routes, metrics));
    }

    private static Optional<HttpListener> startReadOnly(
            HttpIo io, ServerSettings settings, NodeRoutes routes, KubeletMetrics metrics) {
        if (settings.readOnlyPort() == 0) {
            return Optional.empty();
        }
        LOG.info(
                "Starting to listen read-only",
                "address",
                settings.address(),
                "port",
                settings.readOnlyPort());
        return Optional.of(
                HttpListener.plain(
                        io,
                        new InetSocketAddress(settings.address(), settings.readOnlyPort()),
                        settings.limits(),
                        Threads.VIRTUAL,
                        new MeteredEndpoint(
                                new Router(routes.readOnly(), Router.Guard.OPEN),
                                metrics,
                                "readonly")));
    }

    public InetSocketAddress address() {
        return secure.address();
    }

    public Optional<InetSocketAddress> readOnlyAddress() {
        return readOnly.map(HttpListener::address);
    }

    @Override
    public void close() {
        secure.close();
        readOnly.ifPresent(HttpListener::close);
    }
}
