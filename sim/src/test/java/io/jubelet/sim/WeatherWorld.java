package io.jubelet.sim;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeCondition;
import io.jubelet.api.core.Pod;
import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.host.Machine;
import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.host.NetworkFacts;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.source.ApiSource;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.log.LogCapture;
import io.jubelet.log.LogSettings;
import io.jubelet.model.network.IpAddress;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.host.FakeContainerFiles;
import io.jubelet.sim.host.FakeManifestFolder;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakePodMemory;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Incarnation;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// An API server in bad weather, and whole agents that are nodes of it, each on a machine and a
/// runtime of its own.
final class WeatherWorld implements AutoCloseable {
    static final ObjectName NODE = ObjectName.ofCluster(KnownManifests.NODE);
    static final ObjectName LEASE = new ObjectName("kube-node-lease", KnownManifests.NODE);
    private static final String NAMESPACE = "shop";

    final SimScheduler scheduler = new SimScheduler(61, Pace.STEADY);
    final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(61), Latency.NORMAL);
    final FakeCluster heartbeats = cluster.connection();
    private final SimScheduler.Session session = scheduler.attach("test");
    private final LogCapture log = LogCapture.start(LogSettings.defaults(), scheduler::now);
    private final KnownManifests manifests = new KnownManifests(scheduler);

    @Override
    public void close() {
        log.close();
        session.close();
    }

    void pass(Duration time) {
        scheduler.advance(time);
    }

    /// An agent that runs, on a machine with that address.
    Kubelet start(String address) {
        return new Kubelet(address);
    }

    /// The pod of this manifest, bound to the node.
    void bind(PodSketch sketch) {
        bind(manifests.pod(sketch));
    }

    void bind(Pod pod) {
        cluster.model().create(ApiResource.PODS, NAMESPACE, pod);
    }

    Pod sketched(PodSketch sketch) {
        return manifests.pod(sketch);
    }

    Pod pod(String name) {
        return cluster.model().get(ApiResource.PODS, nameOf(name));
    }

    Optional<Pod> find(String name) {
        return cluster.model().find(ApiResource.PODS, nameOf(name));
    }

    static ObjectName nameOf(String pod) {
        return new ObjectName(NAMESPACE, pod);
    }

    /// What the API server says of the pod's only container.
    ContainerStatus container(String pod) {
        return pod(pod).getStatus().getContainerStatuses(0);
    }

    Node node() {
        return cluster.model().get(ApiResource.NODES, NODE);
    }

    NodeCondition ready() {
        return node().getStatus().getConditionsList().getLast();
    }

    Duration leaseAge() {
        var renewed = cluster.model().get(ApiResource.LEASES, LEASE).getSpec().getRenewTime();
        return Duration.ofSeconds(scheduler.now().getEpochSecond() - renewed.getSeconds());
    }

    /// How many calls of that kind have reached the server.
    long calls(Predicate<Call> kind) {
        return cluster.calls().stream().filter(kind).count();
    }

    /// The lines of the log that hold these words.
    List<String> said(String words) {
        return log.lines().stream().filter(line -> line.contains(words)).toList();
    }

    /// One agent with all that is its own.
    final class Kubelet {
        final FakeRuntime runtime = new FakeRuntime(scheduler, new Seeded(61), Latency.NORMAL);
        final FakeManifestFolder folder = new FakeManifestFolder(scheduler, new Seeded(3));
        final List<String> events = new ArrayList<>();
        final Agent agent;
        private final Incarnation process = scheduler.incarnation();

        private Kubelet(String address) {
            runtime.images().add("busybox:1");
            agent =
                    new Agent(
                            ports(address),
                            manifests,
                            AgentSettings.standard(new NodeFacts(KnownManifests.NODE, 8L << 30, 4))
                                    .withSource(ApiSource.NAME));
            agent.start();
        }

        private Agent.Ports ports(String address) {
            var ip = IpAddress.parse(address).orElseThrow();
            return new Agent.Ports(
                    process,
                    runtime,
                    runtime,
                    new FakePodFiles(scheduler, new Seeded(1)),
                    new FakePodMemory(scheduler, new Seeded(2)),
                    folder,
                    (subject, type, reason, message) -> events.add(reason),
                    new FakeVolumeFiles(scheduler, new Seeded(4)),
                    new FakeContainerFiles(scheduler, new Seeded(5)),
                    new FakeProber(scheduler, runtime.model(), new Seeded(6)),
                    () -> DnsSettings.NONE,
                    Optional.of(new Cluster(cluster, cluster, heartbeats)),
                    Optional.empty(),
                    Optional.of(NodeParts.of(KnownManifests.NODE, new OneAddress(ip), ip)),
                    Optional.empty());
        }

        void kill() {
            process.crash();
        }

        /// Ids of all containers that run.
        List<String> running() {
            return runtime.model().containers().stream()
                    .filter(FakeContainer::running)
                    .map(container -> container.id().value())
                    .toList();
        }

        /// How many containers were ever started and are still known.
        int made() {
            return runtime.model().containers().size();
        }

        /// The codes of what the node waits for.
        List<String> waits() {
            return agent.waits().stream().map(wait -> wait.reason().code()).toList();
        }
    }

    /// A machine that differs from others in its address and boot.
    private record OneAddress(IpAddress address) implements Machine {
        @Override
        public MachineFacts facts() {
            var identity =
                    new MachineFacts.Identity(
                            "m-" + address, "s", "boot-" + address, "6.1", "Debian", "amd64");
            return new MachineFacts(identity, 2, 1L << 30, 0, List.of(), OptionalLong.of(1L << 40));
        }

        @Override
        public NetworkFacts network() {
            var eth = new NetworkFacts.Interface("eth0", true, false, List.of(address));
            return new NetworkFacts(List.of(eth), List.of());
        }

        @Override
        public List<IpAddress> addressesOf(String name) {
            return List.of();
        }
    }
}
