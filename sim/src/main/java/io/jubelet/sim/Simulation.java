package io.jubelet.sim;

import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cgroup.CgroupPart;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.LogName;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.ApiSource;
import io.jubelet.core.source.ManifestProblems;
import io.jubelet.core.status.PodView;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.core.sync.PodSettings;
import io.jubelet.log.LogCapture;
import io.jubelet.log.LogSettings;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.host.FakeCgroups;
import io.jubelet.sim.host.FakeContainerFiles;
import io.jubelet.sim.host.FakeManifestFolder;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakePodMemory;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.FaultyRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.runtime.RuntimeFact;
import io.jubelet.sim.schedule.Incarnation;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// One agent in one simulated machine, from its first manifest to the end of the run.
///
/// ```
///   Simulation ─▶ Agent ─▶ tamper ─▶ FaultyRuntime ─▶ FakeRuntime
///       │                    ╰─▶ FakeManifestFolder, FakePodFiles
///       ╰─ Invariants after every fact and every step
/// ```
///
/// Thread: the one that leads the simulation.
public final class Simulation {
    private static final AgentSettings SETTINGS =
            AgentSettings.standard(
                    new NodeFacts(KnownManifests.NODE, 8L << 30, 4, withNameServer()));

    /// A cluster that looks up names, so that no pod is told that it cannot.
    private static PodSettings withNameServer() {
        var plain = PodSettings.STANDARD;
        return new PodSettings(
                "cluster.local",
                List.of("10.96.0.10"),
                plain.hostLookups(),
                plain.nodeIps(),
                plain.seccompByDefault(),
                plain.seccompFolder(),
                plain.features());
    }

    /// One after the other, two at a time, and all at once.
    private static final List<Integer> PULL_SLOTS = List.of(1, 2, 0);

    private final SimScheduler scheduler;
    private AgentSettings settings;
    private final FakeRuntime runtime;
    private final FaultyRuntime faulty;
    private final FakeManifestFolder folder;
    private final FakePodFiles files;
    private final FakePodMemory memory;
    private final FakeCgroups cgroups;
    private final CgroupRules cgroupRules;
    private final FakeVolumeFiles volumes;
    private final FakeContainerFiles containers;
    private final FakeProber prober;
    private final KnownManifests manifests;
    private final Wishes wishes = new Wishes();
    private final Invariants invariants;
    private final EndState endState;
    private final UnaryOperator<Agent.Ports> tamper;
    private final Optional<ClusterSide> clusterSide;
    private Optional<Life> life = Optional.empty();
    private long checkedRevision = -1;

    /// A running agent and its process.
    private record Life(Agent agent, Incarnation process) {}

    /// An API server, the pods that it has for this node, and what they must come to.
    record ClusterSide(FakeCluster cluster, BoundPods bound, ClusterEnd end) {}

    /// Of an agent that is alone.
    ///
    /// @param tamper puts something between the agent and its ports; the identity for an honest run
    public Simulation(long seed, Pace pace, UnaryOperator<Agent.Ports> tamper) {
        this(seed, pace, tamper, false);
    }

    /// Of an agent that is a node of a cluster.
    public static Simulation ofNode(long seed, Pace pace, UnaryOperator<Agent.Ports> tamper) {
        return new Simulation(seed, pace, tamper, true);
    }

    private Simulation(
            long seed, Pace pace, UnaryOperator<Agent.Ports> tamper, boolean withCluster) {
        this.scheduler = new SimScheduler(seed, pace);
        var pulls = new PullSettings(Seeded.of(seed, "pulls").pick(PULL_SLOTS), 5, 10);
        this.settings = SETTINGS.withPulls(pulls);
        this.runtime = new FakeRuntime(scheduler, Seeded.of(seed, "runtime"), Latency.NORMAL);
        this.faulty = FaultyRuntime.counting(runtime, scheduler, Seeded.of(seed, "faults"));
        this.folder = new FakeManifestFolder(scheduler, Seeded.of(seed, "folder"));
        this.files = new FakePodFiles(scheduler, Seeded.of(seed, "files"));
        this.memory = new FakePodMemory(scheduler, Seeded.of(seed, "memory"));
        this.cgroups = new FakeCgroups(scheduler, Seeded.of(seed, "cgroups"));
        this.volumes = new FakeVolumeFiles(scheduler, Seeded.of(seed, "volumes"));
        this.containers = new FakeContainerFiles(scheduler, Seeded.of(seed, "containers"));
        this.prober =
                new FakeProber(
                        scheduler, runtime.model(), Seeded.of(seed, "prober"), faulty.tally());
        var lives = new LifeLog(scheduler::elapsed, memory::reliable);
        this.cgroupRules = new CgroupRules(runtime.model(), cgroups, wishes, lives);
        this.invariants =
                new Invariants(
                        runtime.model(),
                        wishes,
                        this::views,
                        new VolumeRules(volumes, files, wishes),
                        new ProbeRules(runtime.model(), wishes, this::views, prober),
                        lives);
        this.endState = new EndState(runtime, wishes, files, volumes, memory, scheduler::now);
        this.manifests = new KnownManifests(scheduler);
        this.tamper = tamper;
        this.clusterSide = withCluster ? Optional.of(clusterSide(seed, lives)) : Optional.empty();
        runtime.model()
                .onFact(
                        fact -> {
                            invariants.onFact(fact);
                            cgroupRules.onFact(fact);
                        });
        runtime.model().onFact(this::logBegins);
        runtime.onReopen(container -> logOf(container).ifPresent(files.logs()::opened));
        scheduler.onStep(this::checkNewViews);
    }

    private ClusterSide clusterSide(long seed, LifeLog lives) {
        var cluster = new FakeCluster(scheduler, Seeded.of(seed, "cluster"), Latency.NORMAL);
        var rules = new ClusterRules(runtime.model(), volumes, cgroupRules, wishes, lives);
        cluster.model().onPods(rules::onPod);
        var bound = new BoundPods(cluster, wishes, manifests, rules, scheduler::elapsed);
        return new ClusterSide(cluster, bound, new ClusterEnd(bound, wishes));
    }

    private void logBegins(RuntimeFact fact) {
        if (fact instanceof RuntimeFact.ContainerStarted started) {
            logOf(started.container()).ifPresent(files.logs()::opened);
        }
    }

    private static Optional<LogName> logOf(FakeContainer container) {
        var spec = container.spec();
        return container.owner().map(pod -> new LogName(pod, spec.name(), spec.attempt()));
    }

    /// Looks at the agent's views whenever it has published something.
    private void checkNewViews() {
        var newest = life.map(running -> running.agent().views().revision()).orElse(-1L);
        if (newest != checkedRevision) {
            checkedRevision = newest;
            invariants.check();
        }
    }

    /// Runs `story` as the leading thread and keeps the agent's log for a failure's report.
    ///
    /// @param replay the command that runs the same again
    public void run(String replay, Consumer<Simulation> story) {
        try (var log = LogCapture.start(LogSettings.defaults(), scheduler::now)) {
            try {
                scheduler.run(() -> story.accept(this));
            } catch (AssertionError | RuntimeException failure) {
                throw FailureReport.of(scheduler, replay, log.lines(), failure);
            }
        }
    }

    public void startAgent() {
        var process = scheduler.incarnation();
        var ports =
                new Agent.Ports(
                        process,
                        faulty,
                        new PullRules(faulty, settings.images().pulls().slots(), this::longInUse),
                        files,
                        memory,
                        folder,
                        EventRecorder.NONE,
                        volumes,
                        containers,
                        prober,
                        () -> DnsSettings.NONE,
                        clusterSide.map(side -> side.cluster().cluster()),
                        Optional.empty(),
                        clusterSide.map(_ -> NodeParts.of(KnownManifests.NODE)),
                        Optional.of(
                                new CgroupPart(
                                        cgroups, CgroupRules.LAYOUT, CgroupLimits.ofShares(4096))));
        var all = clusterSide.isPresent() ? settings.withSource(ApiSource.NAME) : settings;
        var tampered = tamper.apply(ports);
        cgroupRules.active(tampered.cgroups().isPresent());
        var agent = new Agent(tampered, manifests, all);
        life = Optional.of(new Life(agent, process));
        invariants.agentStarted();
        process.start(ThreadKind.SERVICE, "main", agent::start);
    }

    /// Whether a container has run on that image for longer than any call takes.
    private boolean longInUse(String image) {
        var longAgo = scheduler.now().minus(Duration.ofMinutes(5));
        return runtime.model().containers().stream()
                .filter(container -> container.running() && container.imageRef().equals(image))
                .anyMatch(it -> it.startedAt().orElseThrow().isBefore(longAgo));
    }

    /// Ends the agent's process as SIGKILL does.
    public void killAgent() {
        life.ifPresent(
                running -> {
                    invariants.agentCrashed();
                    running.process().crash();
                });
        life = Optional.empty();
    }

    /// Lets the agent's process end at that many scheduling points from now.
    public void killAgentAfter(int points) {
        life.ifPresent(running -> running.process().crashAfter(points));
    }

    /// Whether the agent's process is there.
    public boolean agentRuns() {
        if (life.isPresent() && life.get().process().crashed()) {
            invariants.agentCrashed();
            life = Optional.empty();
        }
        return life.isPresent();
    }

    /// Writes a manifest, in place of an older one in the same file.
    public void write(String file, PodSketch sketch) {
        var uid = manifests.uid(file, sketch);
        var before = wishes.find(uid).filter(Wishes.Wish::firm);
        if (before.isEmpty()) {
            wishes.want(file, sketch, uid, scheduler.elapsed());
        }
        folder.write(file, sketch.text());
    }

    /// Writes something that is no manifest over a file.
    public void spoil(String file) {
        wishes.spoil(file);
        folder.write(file, "{not a pod");
    }

    public void delete(String file) {
        wishes.drop(file);
        folder.delete(file);
    }

    /// Lets time pass, then checks every invariant.
    public void advance(Duration time) {
        scheduler.advance(time);
        check();
    }

    public void check() {
        agentRuns();
        try {
            invariants.check();
        } catch (Invariants.Violation broken) {
            throw new AssertionError(broken.getMessage(), broken);
        }
    }

    /// Lets time pass until the runtime is as the manifests say, and a while longer; fails with
    /// what is wrong when that takes more than `atMost`.
    public void settle(Duration atMost) {
        var end = scheduler.elapsed().plus(atMost);
        var step = Duration.ofSeconds(1);
        while (true) {
            advance(step);
            var wrong =
                    endState.mismatch(views())
                            .or(cgroupRules::leftOver)
                            .or(() -> clusterSide.flatMap(side -> side.end().mismatch(views())));
            if (wrong.isEmpty()) {
                return;
            }
            if (scheduler.elapsed().compareTo(end) > 0) {
                throw new AssertionError("not settled after " + atMost + ": " + wrong.get());
            }
            step =
                    step.multipliedBy(2).compareTo(Duration.ofSeconds(10)) > 0
                            ? step
                            : step.multipliedBy(2);
        }
    }

    /// Lets time pass until `holds`; fails when that takes more than `atMost`.
    public void await(String what, Duration atMost, BooleanSupplier holds) {
        var end = scheduler.elapsed().plus(atMost);
        while (!holds.getAsBoolean()) {
            if (scheduler.elapsed().compareTo(end) > 0) {
                throw new AssertionError("after " + atMost + " still not so: " + what);
            }
            advance(Duration.ofMillis(500));
        }
    }

    public List<PodView> views() {
        return life.map(running -> running.agent().views().all()).orElse(List.of());
    }

    /// What the agent shows of the pod that the file holds.
    public Optional<PodView> view(String file) {
        return view(wishes.of(file).uid());
    }

    public Optional<PodView> view(PodUid uid) {
        return views().stream().filter(view -> view.identity().uid().equals(uid)).findFirst();
    }

    /// Which manifests the agent cannot use.
    public List<ManifestProblems.Problem> manifestProblems() {
        return life.map(running -> running.agent().manifestProblems().current()).orElse(List.of());
    }

    /// From the agent's next start on it is configured so.
    public void configure(UnaryOperator<AgentSettings> change) {
        settings = change.apply(settings);
    }

    public SimScheduler scheduler() {
        return scheduler;
    }

    public FakeRuntime runtime() {
        return runtime;
    }

    public FaultyRuntime faulty() {
        return faulty;
    }

    public FakeManifestFolder folder() {
        return folder;
    }

    public FakePodFiles files() {
        return files;
    }

    public FakePodMemory memory() {
        return memory;
    }

    public FakeCgroups cgroups() {
        return cgroups;
    }

    public FakeVolumeFiles volumes() {
        return volumes;
    }

    public FakeContainerFiles containers() {
        return containers;
    }

    public FakeProber prober() {
        return prober;
    }

    /// The API server, where there is one.
    Optional<ClusterSide> clusterSide() {
        return clusterSide;
    }

    Wishes wishes() {
        return wishes;
    }
}
