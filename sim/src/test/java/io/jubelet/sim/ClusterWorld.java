package io.jubelet.sim;

import io.jubelet.api.core.Pod;
import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.source.ApiSource;
import io.jubelet.core.status.PodView;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.host.FakeContainerFiles;
import io.jubelet.sim.host.FakeManifestFolder;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakePodMemory;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// One agent that takes its pods from an API server, on a runtime that a test may stand before.
final class ClusterWorld<R extends ContainerRuntime> implements AutoCloseable {
    static final String NAMESPACE = "shop";

    final SimScheduler scheduler;
    final FakeRuntime runtime;
    final FakeCluster cluster;
    final FakeManifestFolder folder;

    /// What the agent asks instead of the runtime itself.
    final R asked;

    /// The events, as `type reason: message`.
    final List<String> told = new ArrayList<>();

    final Agent agent;
    private final SimScheduler.Session session;

    ClusterWorld(int seed, int cpus, BiFunction<Execution, FakeRuntime, R> before) {
        scheduler = new SimScheduler(seed, Pace.STEADY);
        session = scheduler.attach("test");
        runtime = new FakeRuntime(scheduler, new Seeded(seed), Latency.NORMAL);
        cluster = new FakeCluster(scheduler, new Seeded(seed), Latency.NORMAL);
        folder = new FakeManifestFolder(scheduler, Seeded.of(seed, "folder"));
        runtime.images().add("busybox:1");
        var execution = scheduler.incarnation();
        asked = before.apply(execution, runtime);
        agent =
                new Agent(
                        ports(seed, execution),
                        new KnownManifests(scheduler),
                        AgentSettings.standard(new NodeFacts(KnownManifests.NODE, 8L << 30, cpus))
                                .withSource(ApiSource.NAME));
    }

    private Agent.Ports ports(int seed, Execution execution) {
        return new Agent.Ports(
                execution,
                asked,
                runtime,
                new FakePodFiles(scheduler, Seeded.of(seed, "files")),
                new FakePodMemory(scheduler, Seeded.of(seed, "memory")),
                folder,
                (_, type, reason, message) -> told.add(type.text() + " " + reason + ": " + message),
                new FakeVolumeFiles(scheduler, Seeded.of(seed, "volumes")),
                new FakeContainerFiles(scheduler, Seeded.of(seed, "containers")),
                new FakeProber(scheduler, runtime.model(), Seeded.of(seed, "prober")),
                () -> DnsSettings.NONE,
                Optional.of(cluster.cluster()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Override
    public void close() {
        session.close();
    }

    /// Starts the agent, and lets it hear of all there is.
    void start() {
        agent.start();
        pass(Duration.ofSeconds(5));
    }

    void pass(Duration time) {
        scheduler.advance(time);
    }

    void create(Pod.Builder pod) {
        cluster.model().create(ApiResource.PODS, NAMESPACE, pod.build());
    }

    /// A pod of one container that runs, bound to the node.
    static Pod.Builder pod(String name) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName(name);
        pod.getSpecBuilder()
                .setNodeName(KnownManifests.NODE)
                .setServiceAccountName("default")
                .addContainersBuilder()
                .setName("main")
                .setImage("busybox:1")
                .setImagePullPolicy("IfNotPresent");
        return pod;
    }

    List<PodView> views(String prefix) {
        return agent.views().all().stream()
                .filter(view -> view.identity().name().startsWith(prefix))
                .toList();
    }

    List<String> phases(String prefix) {
        return views(prefix).stream().map(view -> view.status().getPhase()).toList();
    }

    /// The codes of what these pods wait for.
    List<String> waits(String prefix) {
        return views(prefix).stream()
                .flatMap(view -> view.waits().stream())
                .map(wait -> wait.reason().code())
                .toList();
    }

    /// How often the first pod's first container was restarted.
    int restarts() {
        return views("").getFirst().status().getContainerStatuses(0).getRestartCount();
    }
}
