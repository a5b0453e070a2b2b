package io.jubelet.core.node;

import io.jubelet.api.core.Node;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.Machine;
import io.jubelet.core.reflection.Outages;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ImageService;
import io.jubelet.core.runtime.RuntimePulse;
import io.jubelet.core.waiting.Wait;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// This node in its cluster: registered, reported on, alive.
///
/// Thread: built and started by one; the record may be read from any.
public final class NodePresence {
    private final NodeRecord record = new NodeRecord();
    private final NodeWitness witness;
    private final NodeChores chores;
    private final NodeSettings settings;
    private final NodeRivals rivals;
    private final Optional<NodeReporter> reporter;
    private final Optional<LeaseKeeper> lease;
    private volatile Node initial = Node.getDefaultInstance();

    /// What the node stands on.
    public record Ports(
            Execution execution, Machine machine, ContainerRuntime runtime, ImageService images) {}

    /// What others of the agent know; each answers at once.
    ///
    /// @param lastListing when the whole runtime was last listed
    /// @param volumesInUse empty while that is not known
    public record Knowledge(
            Supplier<RuntimePulse> pulse,
            Supplier<Optional<Tick>> lastListing,
            Supplier<NodeNews.Pressure> pressure,
            Supplier<Optional<List<String>>> volumesInUse) {}

    /// The way to the cluster.
    ///
    /// @param outages told when the server does not accept who we are
    /// @param onRepeatedFailure closes connections that may be dead
    public record Way(
            Cluster cluster, EventRecorder events, Outages outages, Runnable onRepeatedFailure) {}

    /// @param way empty where there is no cluster
    public NodePresence(
            Ports ports, NodeSettings settings, Knowledge knowledge, Optional<Way> way) {
        var execution = ports.execution();
        this.settings = settings;
        this.rivals = new NodeRivals(execution, settings);
        this.chores = new NodeChores(execution, ports.runtime(), ports.images(), record);
        this.witness =
                new NodeWitness(
                        execution,
                        ports.machine(),
                        ports.machine().facts(),
                        settings.identity(),
                        new NodeWitness.Sources(
                                knowledge.pulse(),
                                knowledge.lastListing(),
                                chores::images,
                                knowledge.pressure(),
                                knowledge.volumesInUse()));
        this.reporter = way.map(to -> reporter(execution, to));
        this.lease = way.map(to -> lease(execution, to));
    }

    private NodeReporter reporter(Execution execution, Way way) {
        return new NodeReporter(
                execution,
                way.cluster(),
                record,
                witness,
                settings,
                way.events(),
                rivals,
                way.onRepeatedFailure());
    }

    private LeaseKeeper lease(Execution execution, Way way) {
        return new LeaseKeeper(
                execution,
                way.cluster().heartbeats(),
                record,
                settings,
                new LeaseKeeper.Neighbours(rivals, way.outages(), way.onRepeatedFailure()));
    }

    /// The Node as the cluster has it; while that is not known, as this machine would make it.
    public Node nodeAnyway() {
        return record.node().orElseGet(() -> initial);
    }

    /// Starts every thread of the node and returns.
    ///
    /// @param watch begins to tell the record what the cluster knows of this node
    public void start(Consumer<NodeRecord> watch) {
        initial = synthetic();
        if (reporter.isEmpty()) {
            record.alone(initial);
            return;
        }
        chores.start(this::healthChanged);
        reporter.get().start();
        lease.orElseThrow().start();
        watch.accept(record);
    }

    private Node synthetic() {
        var bare = InitialNodeCalculator.bare(settings, witness.architecture());
        return NodeStatusCalculator.calculate(bare, settings, witness.look()).node();
    }

    /// Something of the node's health may have changed: say so at once. Never blocks.
    public void healthChanged() {
        reporter.ifPresent(NodeReporter::wake);
    }

    /// What is in the node's way among others of its cluster.
    public Optional<Wait> waits() {
        return rivals.current();
    }

    /// The newest Node object that is known.
    public NodeRecord record() {
        return record;
    }
}
