package io.jubelet.app;

import io.jubelet.adapters.cri.CriClient;
import io.jubelet.adapters.cri.RuntimeCallObserver;
import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxLogFiles;
import io.jubelet.adapters.linux.LinuxMachineLogs;
import io.jubelet.api.core.NodeAddress;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.app.identity.ClientIdentity;
import io.jubelet.app.identity.ServingIdentity;
import io.jubelet.config.kubelet.Configz;
import io.jubelet.core.Agent;
import io.jubelet.core.certificate.CertificateKeeper;
import io.jubelet.core.certificate.KeeperListener;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.meter.Meters;
import io.jubelet.core.status.PodViews;
import io.jubelet.log.Log;
import io.jubelet.log.Logging;
import io.jubelet.pki.PkiException;
import io.jubelet.server.HealthServer;
import io.jubelet.server.LocalServer;
import io.jubelet.server.NodeServer;
import io.jubelet.server.NodeState;
import io.jubelet.server.ServerSettings;
import io.jubelet.server.http.BindException;
import io.jubelet.server.http.HttpIo;
import io.jubelet.server.http.HttpLimits;
import io.jubelet.server.metrics.KubeletMetrics;
import io.jubelet.server.view.CertificateView;
import io.jubelet.server.view.RuntimeView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// The ports of this node: health first, the others once there is an agent to ask.
///
/// Thread: main starts the health port; the HTTPS port, whose certificate may have to be made, has
/// a thread of its own that ends once it listens.
final class NodeServers {
    private static final Log LOG = Log.of(NodeServers.class);

    private final ServerOptions options;
    private final Execution execution;
    private final Optional<ClientIdentity.Opened> identity;
    private final HttpIo io = new HttpIo();
    private final CountDownLatch listening = new CountDownLatch(1);
    private volatile PodViews pods = new PodViews();
    private volatile Optional<CertificateKeeper> serving = Optional.empty();
    private volatile Optional<KubeletMetrics> metrics = Optional.empty();

    private NodeServers(
            ServerOptions options, Execution execution, Optional<ClientIdentity.Opened> identity) {
        this.options = options;
        this.execution = execution;
        this.identity = identity;
    }

    /// Throws [StartException] when who may ask cannot be decided as configured.
    ///
    /// @param identity the way to the API server, if there is one
    static NodeServers prepare(
            ServerOptions options, Execution execution, Optional<ClientIdentity.Opened> identity) {
        options.settings()
                .auth()
                .refusal(identity.isPresent())
                .ifPresent(
                        refusal -> {
                            throw new StartException("failed to run Kubelet: " + refusal);
                        });
        return new NodeServers(options, execution, identity);
    }

    void startHealth() {
        var config = options.config();
        if (config.getHealthzPort() != 0) {
            HealthServer.start(
                    io,
                    config.getHealthzBindAddress(),
                    config.getHealthzPort(),
                    HttpLimits.STANDARD);
        }
    }

    /// Who is told of calls to the runtime; before the metrics are there nobody listens.
    RuntimeCallObserver runtimeCalls() {
        return (operation, took, failure) ->
                metrics.ifPresent(m -> m.runtimeOperation(operation, took, failure.isPresent()));
    }

    /// @param effective the configuration in force, which may differ from the one configured
    void startNode(Agent agent, CriClient runtime, KubeletConfiguration effective) {
        pods = agent.views();
        serving = servingKeeper(agent);
        var node = NodeState.of(agent, execution, this::certificates);
        LocalServer.start(io, options.state(), node, execution);
        var behind =
                new NodeServer.Ports(
                        node,
                        RuntimeView.of(runtime.runtime(), runtime.streaming()),
                        new LinuxLogFiles(
                                Path.of(effective.getPodLogsDir()),
                                new HostCalls(HostCalls.Limits.DEFAULT),
                                execution),
                        new LinuxMachineLogs(
                                Path.of("/var/log"),
                                new HostCalls(HostCalls.Limits.DEFAULT),
                                execution),
                        identity.map(own -> own.cluster().api()),
                        execution);
        execution.start(
                ThreadKind.SERVICE, "node-server", () -> listen(behind, effective, agent.meters()));
    }

    /// A node without an API server has nobody to ask and shows a certificate of its own.
    private Optional<CertificateKeeper> servingKeeper(Agent agent) {
        if (options.serving().isEmpty() || identity.isEmpty()) {
            return Optional.empty();
        }
        var keeper =
                ServingIdentity.keep(
                        options.serving().get(),
                        identity.get().cluster().api(),
                        execution,
                        () -> addresses(agent),
                        new KeeperListener() {
                            @Override
                            public void renewed(Duration lived) {
                                metrics.ifPresent(m -> m.servingCertificateRenewed(lived));
                            }
                        });
        agent.onNodeChange(keeper::wishChanged);
        identity.get().onCertificate().accept(keeper::tryNow);
        return Optional.of(keeper);
    }

    private static List<NodeAddress> addresses(Agent agent) {
        return agent.node().map(node -> node.getStatus().getAddressesList()).orElse(List.of());
    }

    private List<CertificateView> certificates() {
        var views = new ArrayList<CertificateView>();
        identity.flatMap(ClientIdentity.Opened::keeper)
                .ifPresent(own -> views.add(CertificateView.of(CertificateView.CLIENT, own)));
        serving.ifPresent(own -> views.add(CertificateView.of(CertificateView.SERVER, own)));
        return views;
    }

    private ServerSettings settings() {
        var configured = options.settings();
        return serving.map(own -> configured.with(configured.tls().keptBy(own::current)))
                .orElse(configured);
    }

    private void listen(NodeServer.Ports behind, KubeletConfiguration effective, Meters meters) {
        try {
            var registry =
                    new KubeletMetrics(
                            options.facts(),
                            () -> pods.all(),
                            pod -> pods.wants(pod),
                            this::certificates);
            metrics = Optional.of(registry);
            meters.to(registry.pipeline());
            if (effective.getEnableServer()) {
                NodeServer.start(io, settings(), behind, registry, () -> Configz.json(effective));
            }
            listening.countDown();
        } catch (BindException | PkiException failure) {
            // As upstream: a node whose API cannot be reached is of no use; its supervisor decides.
            LOG.error(failure, "Failed to listen and serve");
            Logging.flush();
            Runtime.getRuntime().halt(1);
        }
    }

    /// Waits until the HTTPS port listens.
    void awaitListening() throws InterruptedException {
        listening.await();
    }
}
