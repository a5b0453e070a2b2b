package io.jubelet.app;

import io.jubelet.adapters.cri.CriClient;
import io.jubelet.adapters.cri.CriEndpoint;
import io.jubelet.adapters.cri.RuntimeCallObserver;
import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxContainerFiles;
import io.jubelet.adapters.linux.LinuxManifestFolder;
import io.jubelet.adapters.linux.LinuxPodFiles;
import io.jubelet.adapters.linux.LinuxPodMemory;
import io.jubelet.adapters.linux.LinuxVolumeFiles;
import io.jubelet.adapters.linux.RootDirectory;
import io.jubelet.adapters.linux.SharedMount;
import io.jubelet.adapters.probe.SystemProber;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.app.identity.ClientIdentity;
import io.jubelet.config.kubelet.Spans;
import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cgroup.CgroupPart;
import io.jubelet.core.event.EventLog;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSink;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.SystemExecution;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.core.loop.LoopTimes;
import io.jubelet.core.objects.ChangeDetection;
import io.jubelet.core.observation.ObservationTimes;
import io.jubelet.core.rotation.RotationSettings;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.source.FileSource;
import io.jubelet.core.source.StaticPodManifests;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.core.sync.SyncTimes;
import io.jubelet.log.JulBridge;
import io.jubelet.log.Log;
import io.jubelet.log.Logging;
import io.jubelet.model.quantity.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/// One running node agent: everything wired by hand, in the order it starts.
///
/// Start-up has two stages: what needs no runtime, and then what does. The agent itself holds back
/// every pod until the runtime says it is ready.
///
/// Thread: main starts and then waits.
/// Upstream: cmd/kubelet/app/server.go run.
public final class NodeProcess {
    private static final Log LOG = Log.of(NodeProcess.class);

    private final Agent agent;
    private final NodeServers servers;
    private final CountDownLatch end = new CountDownLatch(1);

    /// What to do when the runtime cannot be reached at start.
    public enum Patience {
        /// As the kubelet does: end, and let the supervisor start us again.
        EXIT_WITHOUT_RUNTIME,
        WAIT_FOR_RUNTIME
    }

    private NodeProcess(Agent agent, NodeServers servers) {
        this.agent = agent;
        this.servers = servers;
    }

    /// A service that died leaves half an agent, and to start again is safe; a pod's own thread
    /// that dies is that pod's trouble.
    private static void onUncaught(Thread thread, Throwable failure) {
        LOG.error(failure, "A thread died", "thread", thread.getName());
        Logging.flush();
        if (!thread.isVirtual()) {
            Runtime.getRuntime().halt(1);
        }
    }

    /// Starts everything and returns; throws [StartException] when something is missing.
    public static NodeProcess start(StartOptions options, Patience patience) {
        return start(options, patience, UnaryOperator.identity());
    }

    /// @param manifests stands between the agent and the static pod path
    public static NodeProcess start(
            StartOptions options, Patience patience, UnaryOperator<ManifestFolder> manifests) {
        var config = options.config();
        JulBridge.install();
        Thread.setDefaultUncaughtExceptionHandler(NodeProcess::onUncaught);
        options.notes().forEach(note -> LOG.warning("Configuration", "note", note));
        options.gates().logWarnings();
        var node = MachineFacts.read(options.flags().identity().hostnameOverride());
        var execution = new SystemExecution();
        var identity = ApiClient.open(options, node.nodeName(), execution);
        var servers =
                NodeServers.prepare(
                        ServerOptions.of(options, node.nodeName()), execution, identity);
        servers.startHealth();
        prepareRoot(options);
        ProcessPriority.apply(config.getOomScoreAdj());
        var root = Path.of(options.flags().places().rootDirectory());
        var client = connect(options, root, servers.runtimeCalls(), patience);
        var effective = EffectiveConfig.of(options, client);
        var cgroups =
                new CgroupOptions(
                        effective, NodeOptions.of(options, node.nodeName()).shares(), root);
        var ports =
                ports(
                        options,
                        node.nodeName(),
                        client,
                        execution,
                        identity,
                        manifests,
                        cgroups.open(execution));
        var agent = agent(options, PodOptions.of(node, options, cgroups.settings()), ports);
        agent.start();
        servers.startNode(agent, client, effective);
        HeapKeeper.start(execution);
        LOG.info("Jubelet started", "node", node.nodeName(), "standalone", options.standalone());
        return new NodeProcess(agent, servers);
    }

    public Agent agent() {
        return agent;
    }

    NodeServers servers() {
        return servers;
    }

    /// Waits until the process is told to end. Containers go on running.
    void awaitEnd() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::endQuietly, "end"));
        try {
            end.await();
        } catch (InterruptedException interrupted) {
            LOG.info("Interrupted; ending");
        }
    }

    /// A kubelet that is told to end has not failed, so the exit code is 0.
    private void endQuietly() {
        LOG.info("Told to end; containers go on running");
        Logging.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void prepareRoot(StartOptions options) {
        var root = Path.of(options.flags().places().rootDirectory());
        try {
            RootDirectory.prepare(
                    root, Path.of(options.config().getPodLogsDir()), options.logLinks());
            if (options.sharesRoot()) {
                SharedMount.make(root);
            }
        } catch (HostCallException failure) {
            throw new StartException(failure.reason(), failure);
        }
    }

    private static CriClient connect(
            StartOptions start, Path root, RuntimeCallObserver observer, Patience patience) {
        var config = start.config();
        var images = config.getImageServiceEndpoint();
        try {
            var options =
                    new CriClient.Options(
                            CriEndpoint.parse(config.getContainerRuntimeEndpoint()),
                            images.isEmpty()
                                    ? Optional.empty()
                                    : Optional.of(CriEndpoint.parse(images)),
                            Spans.toJava(config.getRuntimeRequestTimeout()),
                            observer,
                            // Threads of its own: what containers left is the least of all reads.
                            Optional.of(
                                    new LinuxContainerFiles(
                                            root, new HostCalls(HostCalls.Limits.DEFAULT))),
                            start.gates().enabled("CRIListStreaming"));
            return switch (patience) {
                case EXIT_WITHOUT_RUNTIME -> CriClient.connect(options);
                case WAIT_FOR_RUNTIME -> CriClient.open(options);
            };
        } catch (RuntimeCallException | IllegalArgumentException failure) {
            throw new StartException("failed to run Kubelet: " + failure.getMessage(), failure);
        }
    }

    private static Agent.Ports ports(
            StartOptions options,
            String nodeName,
            CriClient client,
            Execution execution,
            Optional<ClientIdentity.Opened> identity,
            UnaryOperator<ManifestFolder> manifests,
            Optional<CgroupPart> cgroups) {
        var config = options.config();
        var root = Path.of(options.flags().places().rootDirectory());
        var hostCalls = new HostCalls(HostCalls.Limits.DEFAULT);
        return new Agent.Ports(
                execution,
                client.runtime(),
                client.images(),
                new LinuxPodFiles(
                        root, Path.of(config.getPodLogsDir()), options.logLinks(), hostCalls),
                new LinuxPodMemory(root, hostCalls),
                manifests.apply(manifestFolder(config, hostCalls, execution)),
                events(nodeName, execution, identity),
                new LinuxVolumeFiles(root, hostCalls),
                new LinuxContainerFiles(root, hostCalls),
                new SystemProber(client.streaming()),
                PodOptions.resolver(config),
                identity.map(ClientIdentity.Opened::cluster),
                StaticPodUrl.of(options, nodeName, execution),
                Optional.of(
                        NodeParts.of(
                                options,
                                nodeName,
                                hostCalls,
                                identity.map(ClientIdentity.Opened::closeConnections)
                                        .orElse(() -> {}))),
                cgroups);
    }

    private static EventRecorder events(
            String nodeName, Execution execution, Optional<ClientIdentity.Opened> identity) {
        if (identity.isEmpty()) {
            return new EventLog();
        }
        var sink = new EventSink(execution, identity.get().cluster().events(), nodeName);
        sink.start();
        return sink;
    }

    private static Agent agent(StartOptions options, NodeFacts node, Agent.Ports ports) {
        var config = options.config();
        return new Agent(
                ports,
                new StaticPodManifests(
                        PodGates.staticPods(options.gates(), node.nodeName()), ports.execution()),
                new AgentSettings(
                        node,
                        sources(options),
                        Spans.toJava(config.getFileCheckFrequency()),
                        new SyncTimes(
                                Spans.toJava(config.getSyncFrequency()),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(1),
                                PodOptions.restarts(config, options.gates())),
                        ObservationTimes.STANDARD,
                        LoopTimes.STANDARD,
                        ChangeDetection.of(config.getConfigMapAndSecretChangeDetectionStrategy()),
                        rotation(config),
                        ImageOptions.of(options, ports.execution()),
                        PodOptions.deadContainers(options.flags())));
    }

    /// Throws [StartException] when the size is none.
    private static RotationSettings rotation(KubeletConfiguration config) {
        try {
            return new RotationSettings(
                    Quantity.parse(config.getContainerLogMaxSize()).value(),
                    config.getContainerLogMaxFiles(),
                    config.getContainerLogMaxWorkers(),
                    Spans.toJava(config.getContainerLogMonitorInterval()),
                    ZoneId.systemDefault());
        } catch (IllegalArgumentException wrong) {
            throw new StartException(
                    "failed to parse container log max size \"%s\": %s"
                            .formatted(config.getContainerLogMaxSize(), wrong.getMessage()));
        }
    }

    /// The sources that are configured. Those that are not there yet never speak, so that no pod of
    /// theirs that runs is ever taken for an orphan.
    private static Set<String> sources(StartOptions options) {
        var sources = new LinkedHashSet<String>();
        sources.add(FileSource.NAME);
        if (!options.standalone()) {
            sources.add("api");
        }
        if (!options.config().getStaticPodURL().isEmpty()) {
            sources.add("http");
        }
        return sources;
    }

    private static ManifestFolder manifestFolder(
            KubeletConfiguration config, HostCalls hostCalls, Execution execution) {
        var path = config.getStaticPodPath();
        return path.isEmpty()
                ? new NoManifests()
                : new LinuxManifestFolder(Path.of(path), hostCalls, execution);
    }

    /// Where no static pod path is configured there are no static pods.
    private static final class NoManifests implements ManifestFolder {
        @Override
        public List<ManifestFile> read() {
            return List.of();
        }

        @Override
        public Set<String> takeGone() {
            return Set.of();
        }

        @Override
        public void notifyOnChange(Signal changed) {}
    }
}
