package io.jubelet.core;

import io.jubelet.api.core.Node;
import io.jubelet.core.cgroup.CgroupManager;
import io.jubelet.core.cgroup.CgroupPart;
import io.jubelet.core.cgroup.PodCgroups;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.ContainerFiles;
import io.jubelet.core.host.HostResolver;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.host.VolumeFiles;
import io.jubelet.core.image.ImagePulls;
import io.jubelet.core.journal.Journal;
import io.jubelet.core.journal.JournallingRecorder;
import io.jubelet.core.journal.StartMeter;
import io.jubelet.core.loop.LoopInbox;
import io.jubelet.core.loop.RuntimeStatus;
import io.jubelet.core.loop.SyncLoop;
import io.jubelet.core.meter.Meters;
import io.jubelet.core.node.NodeNews;
import io.jubelet.core.node.NodePresence;
import io.jubelet.core.observation.EventStream;
import io.jubelet.core.observation.PodObserver;
import io.jubelet.core.observation.Relister;
import io.jubelet.core.observation.RuntimeWatch;
import io.jubelet.core.pod.PodTools;
import io.jubelet.core.pod.PodWorkers;
import io.jubelet.core.probe.ProbeBoard;
import io.jubelet.core.probe.ProbeManager;
import io.jubelet.core.probe.Prober;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.FileSource;
import io.jubelet.core.source.HttpSource;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.source.Manifests;
import io.jubelet.core.source.SourceChanges;
import io.jubelet.core.status.PodViews;
import io.jubelet.core.sync.ContainerSetup;
import io.jubelet.core.sync.PodActionExecutor;
import io.jubelet.core.sync.RuntimeHandlers;
import io.jubelet.core.sync.SandboxSetup;
import io.jubelet.core.sync.SyncTurn;
import io.jubelet.core.sync.TeardownTurn;
import io.jubelet.core.volume.ClusterLookup;
import io.jubelet.core.volume.ObjectLookup;
import io.jubelet.core.volume.VolumeManager;
import io.jubelet.core.waiting.Wait;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// The whole agent, put together from its ports. What is on the other side of the ports, real or
/// simulated, is not its business.
///
/// Thread: built and started by one; the views may be read from any.
public final class Agent {
    private final PodViews views = new PodViews();
    private final ManifestProblems problems;
    private final RuntimeStatus runtimeStatus = new RuntimeStatus();
    private final Meters meters = new Meters();
    private final FileSource fileSource;
    private final Optional<HttpSource> httpSource;
    private final Optional<ClusterInputs> inputs;
    private final EventStream events;
    private final Relister relister;
    private final RuntimeWatch runtimeWatch;
    private final Sweepers sweepers;
    private final Optional<CgroupManager> cgroups;
    private final SyncLoop loop;
    private final Membership membership;
    private final Function<PodUid, List<Wait>> beside;
    private final Journal journal;

    /// Known once the volumes are: they and the objects ask each other.
    private volatile Consumer<Set<PodUid>> objectsChanged = _ -> {};

    /// The other sides of the agent's ports.
    ///
    /// @param cluster the API server, unless the agent is alone
    /// @param url where more static pods come from, if it is configured
    /// @param node what makes the agent a node; without it nothing is registered
    /// @param cgroups what gives pods cgroups; without it the runtime puts them where it likes
    public record Ports(
            Execution execution,
            ContainerRuntime runtime,
            ImageService images,
            PodFiles files,
            PodMemory memory,
            ManifestFolder manifests,
            EventRecorder events,
            VolumeFiles volumes,
            ContainerFiles containers,
            Prober prober,
            HostResolver resolver,
            Optional<Cluster> cluster,
            Optional<HttpSource.Address> url,
            Optional<NodePart> node,
            Optional<CgroupPart> cgroups) {

        /// Of an agent that has no API server, on a machine that looks up no names.
        public Ports(
                Execution execution,
                ContainerRuntime runtime,
                ImageService images,
                PodFiles files,
                PodMemory memory,
                ManifestFolder manifests,
                EventRecorder events,
                VolumeFiles volumes,
                ContainerFiles containers,
                Prober prober) {
            this(
                    execution,
                    runtime,
                    images,
                    files,
                    memory,
                    manifests,
                    events,
                    volumes,
                    containers,
                    prober,
                    () -> DnsSettings.NONE,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
    }

    public Agent(Ports ports, Manifests manifests, AgentSettings settings) {
        var execution = ports.execution();
        var runtime = ports.runtime();
        var inbox = new LoopInbox(execution);
        var observer = new PodObserver(execution, runtime, meters);
        this.journal = new Journal(execution, ports.memory().journals());
        this.problems = new ManifestProblems(ports.events());
        var starts = new StartMeter(execution, journal, meters);
        var recorder = new JournallingRecorder(ports.events(), journal);
        var times = settings.observationTimes();
        var outages = new Outages(execution);
        this.events = new EventStream(execution, runtime, inbox, times);
        this.relister = new Relister(execution, runtime, inbox, events, times, meters);
        this.runtimeWatch = new RuntimeWatch(execution, runtime, inbox, times);
        this.cgroups =
                ports.cgroups()
                        .map(part -> part.metered(execution, meters))
                        .map(part -> part.manager(execution, settings.node().resources()));
        var podCgroups = cgroups.<PodCgroups>map(manager -> manager).orElse(PodCgroups.NONE);
        this.sweepers =
                new Sweepers(ports, settings, relister, views, podCgroups, inbox, recorder, meters);
        var board = new ProbeBoard();
        this.membership =
                new Membership(
                        ports,
                        settings.node().nodeName(),
                        views,
                        new NodePresence.Knowledge(
                                runtimeWatch::pulse,
                                relister::lastSuccess,
                                () -> NodeNews.Pressure.NONE,
                                () -> Optional.of(List.of())),
                        starts,
                        board::undecided,
                        outages,
                        inbox::wake);
        var node = KnownNodeSetting.of(membership::node, settings.node());
        this.inputs = ports.cluster().map(way -> inputs(ports, way, settings, outages, inbox));
        var objects =
                inputs.<ObjectLookup>map(from -> new ClusterLookup(from.objects()))
                        .orElse(ObjectLookup.NONE);
        var sources = inputs.<SourceChanges>map(from -> from).orElse(inbox);
        var volumes =
                new VolumeManager(execution, ports.volumes(), objects, node, recorder, inbox::news);
        this.objectsChanged = volumes::objectsChanged;
        var handlers = new RuntimeHandlers(runtimeWatch::pulse, objects);
        var executor =
                new PodActionExecutor(
                        execution,
                        runtime,
                        new ImagePulls(
                                execution,
                                ports.images(),
                                settings.images(),
                                ClusterInputs.accounts(inputs),
                                inbox::news,
                                sweepers::imagesCame,
                                starts),
                        ports.files(),
                        new SandboxSetup(
                                ports.files(),
                                ports.resolver(),
                                objects,
                                podCgroups,
                                handlers,
                                settings.node()),
                        new ContainerSetup(
                                execution,
                                volumes,
                                ports.containers(),
                                objects,
                                node,
                                handlers,
                                settings.node().pods()),
                        settings.node(),
                        ports.prober(),
                        recorder,
                        meters);
        var probes =
                new ProbeManager(
                        execution,
                        ports.prober(),
                        board,
                        ports.memory(),
                        recorder,
                        node::addresses,
                        inbox::news,
                        meters);
        this.beside = pod -> Agent.joined(executor.hooks(pod), board.waits(pod));
        var tools =
                new PodTools(
                        execution,
                        new SyncTurn(
                                execution,
                                observer,
                                executor,
                                ports.files(),
                                volumes,
                                probes,
                                runtimeStatus,
                                board,
                                settings.syncTimes(),
                                settings.deadContainers()),
                        new TeardownTurn(
                                execution, observer, executor, ports.files(), volumes, podCgroups),
                        views,
                        membership.sink(),
                        ports.memory(),
                        settings.syncTimes(),
                        new LiveNodeSide(runtimeStatus, node, board, handlers, settings),
                        probes,
                        starts,
                        starts);
        this.fileSource =
                new FileSource(
                        execution,
                        ports.manifests(),
                        manifests,
                        sources,
                        problems,
                        settings.manifestRescan());
        this.httpSource = ports.url().map(url -> new HttpSource(execution, url, sources, problems));
        this.loop =
                new SyncLoop(
                        execution,
                        inbox,
                        new PodWorkers(tools, inbox),
                        runtimeStatus,
                        new SyncLoop.Neighbours(
                                views, membership.admission(), recorder, membership),
                        settings.sources(),
                        settings.loopTimes());
    }

    private ClusterInputs inputs(
            Ports ports,
            Cluster cluster,
            AgentSettings settings,
            Outages outages,
            LoopInbox inbox) {
        return new ClusterInputs(
                ports.execution(),
                cluster.api(),
                outages,
                settings.node().nodeName(),
                settings.changeDetection(),
                inbox,
                pods -> {
                    objectsChanged.accept(pods);
                    inbox.news(pods);
                },
                membership::nodeHeard);
    }

    /// Starts every thread of the agent and returns.
    public void start() {
        runtimeWatch.onChange(membership::healthChanged);
        membership.start();
        cgroups.ifPresent(CgroupManager::start);
        journal.start();
        loop.start();
        runtimeWatch.start();
        relister.start();
        events.start();
        fileSource.start();
        httpSource.ifPresent(HttpSource::start);
        inputs.ifPresent(ClusterInputs::start);
        sweepers.start();
    }

    public PodViews views() {
        return views;
    }

    /// The Node as it is known, or as it would be; empty for an agent that is none.
    public Optional<Node> node() {
        return membership.node();
    }

    /// Runs `listener` on whatever thread brought news of the Node; it must not block.
    public void onNodeChange(Runnable listener) {
        membership.onNodeChange(listener);
    }

    public ManifestProblems manifestProblems() {
        return problems;
    }

    private static List<Wait> joined(List<Wait> some, List<Wait> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /// What else a pod waits for at this moment than its view says: its hooks and probes.
    public List<Wait> beside(PodUid pod) {
        return beside.apply(pod);
    }

    /// What happened to each pod.
    public Journal journal() {
        return journal;
    }

    /// Where those who count the agent's work make themselves known.
    public Meters meters() {
        return meters;
    }

    /// What the node as a whole waits for: its runtime, the API server, a name of its own.
    public List<Wait> waits() {
        return Agent.joined(
                Agent.joined(
                        runtimeStatus.waitsFor().stream().toList(),
                        inputs.flatMap(ClusterInputs::outage).stream().toList()),
                membership.waits());
    }

    public RuntimeStatus runtimeStatus() {
        return runtimeStatus;
    }

    /// Where the runtime's health is known.
    public RuntimeWatch runtimeWatch() {
        return runtimeWatch;
    }

    /// When the sync loop last came round.
    public Tick heartbeat() {
        return loop.heartbeat();
    }

    /// When the whole runtime was last listed.
    public Optional<Tick> lastListing() {
        return relister.lastSuccess();
    }
}
