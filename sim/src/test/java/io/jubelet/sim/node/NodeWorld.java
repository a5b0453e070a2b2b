package io.jubelet.sim.node;

import io.jubelet.api.coordination.Lease;
import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeCondition;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.Machine;
import io.jubelet.core.host.MachineFacts;
import io.jubelet.core.host.NetworkFacts;
import io.jubelet.core.node.NodeNews;
import io.jubelet.core.node.NodePresence;
import io.jubelet.core.node.NodeSettings;
import io.jubelet.core.observation.ObservationTimes;
import io.jubelet.core.observation.RuntimeChanges;
import io.jubelet.core.observation.RuntimeListing;
import io.jubelet.core.observation.RuntimeWatch;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.model.network.IpAddress;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// A node without pods between a simulated runtime and a simulated API server.
final class NodeWorld implements AutoCloseable {
    static final ObjectName NODE = ObjectName.ofCluster("node-a");
    static final ObjectName LEASE = new ObjectName("kube-node-lease", "node-a");
    private static final IpAddress ADDRESS = IpAddress.parse("10.1.1.1").orElseThrow();

    final SimScheduler scheduler = new SimScheduler(7, Pace.STEADY);
    final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(7), Latency.NORMAL);
    final FakeCluster heartbeats = cluster.connection();
    final FakeRuntime runtime = new FakeRuntime(scheduler, new Seeded(8), Latency.NORMAL);
    final List<String> events = new ArrayList<>();
    int repeatedFailures;
    Optional<Tick> lastListing = Optional.empty();
    private final SimScheduler.Session session = scheduler.attach("test");

    @Override
    public void close() {
        session.close();
    }

    NodePresence start() {
        var watch = new RuntimeWatch(scheduler, runtime, new Nobody(), ObservationTimes.STANDARD);
        EventRecorder recorder = (subject, type, reason, message) -> events.add(reason);
        var presence =
                new NodePresence(
                        new NodePresence.Ports(scheduler, new SmallMachine(), runtime, runtime),
                        settings(),
                        new NodePresence.Knowledge(
                                watch::pulse,
                                () -> lastListing.or(() -> Optional.of(scheduler.tick())),
                                () -> NodeNews.Pressure.NONE,
                                Optional::empty),
                        Optional.of(
                                new NodePresence.Way(
                                        new Cluster(cluster, cluster, heartbeats),
                                        recorder,
                                        new Outages(scheduler),
                                        () -> repeatedFailures++)));
        watch.onChange(presence::healthChanged);
        watch.start();
        presence.start(record -> {});
        return presence;
    }

    private static NodeSettings settings() {
        return new NodeSettings(
                new NodeSettings.Identity("node-a", "node-a", List.of(ADDRESS), false),
                new NodeSettings.Registration(true, true, Map.of(), List.of(), "", true),
                new NodeSettings.Shares(110, 0, Map.of(), Map.of(), Map.of(), true),
                new NodeSettings.Reporting(
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(5),
                        40,
                        50,
                        10250,
                        "v1.36.4",
                        List.of(),
                        false));
    }

    void advance(Duration time) {
        scheduler.advance(time);
    }

    Optional<Node> node() {
        return cluster.model().find(ApiResource.NODES, NODE);
    }

    Optional<Lease> lease() {
        return cluster.model().find(ApiResource.LEASES, LEASE);
    }

    NodeCondition ready() {
        return node().orElseThrow().getStatus().getConditionsList().getLast();
    }

    /// How old the last sign of life is.
    Duration leaseAge() {
        var renewed = lease().orElseThrow().getSpec().getRenewTime().getSeconds();
        return Duration.ofSeconds(scheduler.now().getEpochSecond() - renewed);
    }

    long patches() {
        return heartbeats.calls().stream().filter(Call.of(Verb.PATCH, ApiResource.NODES)).count();
    }

    private static final class SmallMachine implements Machine {
        @Override
        public MachineFacts facts() {
            var identity = new MachineFacts.Identity("m", "s", "boot-1", "6.1", "Debian", "amd64");
            return new MachineFacts(identity, 2, 1L << 30, 0, List.of(), OptionalLong.of(1L << 40));
        }

        @Override
        public NetworkFacts network() {
            var eth = new NetworkFacts.Interface("eth0", true, false, List.of(ADDRESS));
            return new NetworkFacts(List.of(eth), List.of());
        }

        @Override
        public List<IpAddress> addressesOf(String name) {
            return List.of();
        }
    }

    private static final class Nobody implements RuntimeChanges {
        @Override
        public void hinted(RuntimeEvent event) {}

        @Override
        public void listed(RuntimeListing listing, Set<RuntimeEvent> happened) {}

        @Override
        public void healthChanged(RuntimeState state) {}
    }
}
