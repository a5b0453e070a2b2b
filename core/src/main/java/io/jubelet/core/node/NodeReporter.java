package io.jubelet.core.node;

import io.jubelet.api.core.Node;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.Optional;

/// Registers the node and keeps its status true: at once when the runtime's health changes, else
/// every few seconds, and written only when something is new or nothing was written for long.
///
/// Upstream polls ten times a second until the node is first ready; here the change itself says so.
///
/// Thread: its own, `node-status`.
/// Upstream: kubelet_node_status.go registerWithAPIServer, syncNodeStatus, updateNodeStatus.
final class NodeReporter {
    private static final Log LOG = Log.of(NodeReporter.class);
    private static final int TRIES = 5;
    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(7);
    private static final Duration RUNTIME_PATIENCE = Duration.ofSeconds(5);
    private static final double JITTER = 0.04;

    private final Execution execution;
    private final ClusterApi heartbeats;
    private final NodeRegistrar registrar;
    private final NodeRecord record;
    private final NodeWitness witness;
    private final NodeSettings settings;
    private final NodeVoice voice;
    private final NodeRivals rivals;
    private final Runnable onRepeatedFailure;
    private final Signal changed;
    private final Signal pause;
    private Optional<Tick> lastReport = Optional.empty();
    private Duration delay = Duration.ZERO;
    private boolean failing;

    NodeReporter(
            Execution execution,
            Cluster cluster,
            NodeRecord record,
            NodeWitness witness,
            NodeSettings settings,
            EventRecorder events,
            NodeRivals rivals,
            Runnable onRepeatedFailure) {
        this.execution = execution;
        this.heartbeats = cluster.heartbeats();
        this.registrar = new NodeRegistrar(cluster.api(), settings);
        this.record = record;
        this.witness = witness;
        this.settings = settings;
        this.voice = new NodeVoice(events, EventSubject.ofNode(settings.identity().name()));
        this.rivals = rivals;
        this.onRepeatedFailure = onRepeatedFailure;
        this.changed = execution.signal("node-status");
        this.pause = execution.signal("node-status");
    }

    void start() {
        execution.start(ThreadKind.SERVICE, "node-status", this::run);
    }

    /// Something of the node's health may have changed.
    void wake() {
        changed.raise();
    }

    private void run() {
        voice.starting();
        awaitRuntime();
        if (settings.registration().register()) {
            register();
        }
        while (true) {
            report();
            changed.await(pauseLength());
        }
    }

    /// So that a restart never reports a healthy node as not ready.
    private void awaitRuntime() {
        var end = execution.tick().plus(RUNTIME_PATIENCE);
        while (!witness.runtimeWasAsked() && execution.tick().isBefore(end)) {
            changed.await(execution.tick().until(end));
        }
    }

    private Duration pauseLength() {
        var nanos = settings.reporting().period().toNanos();
        var period = Duration.ofNanos((long) (nanos * (1 + JITTER * execution.random())));
        return witness.untilOverdue()
                .filter(overdue -> overdue.compareTo(period) < 0)
                .orElse(period);
    }

    private void register() {
        var wait = FIRST_RETRY;
        while (true) {
            var initial = NodeStatusCalculator.calculate(bare(), settings, witness.look());
            initial.problems().forEach(voice::cannotTell);
            var registered = registrar.tryOnce(initial.node());
            if (registered.isPresent()) {
                initial.events().forEach(voice::say);
                record.know(registered.get());
                return;
            }
            pause.await(wait);
            var doubled = wait.multipliedBy(2);
            wait = doubled.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : doubled;
        }
    }

    private Node bare() {
        return InitialNodeCalculator.bare(settings, witness.architecture());
    }

    private void report() {
        for (var tries = 0; tries < TRIES; tries++) {
            try {
                var current = current(tries);
                if (current.isEmpty()) {
                    return;
                }
                report(current.get());
                failing = false;
                return;
            } catch (ApiCallException failure) {
                if (tries > 0) {
                    onRepeatedFailure.run();
                }
                tellOnce(failure);
            }
        }
    }

    private void tellOnce(ApiCallException failure) {
        if (failing) {
            LOG.v(2).info("Error updating node status, will retry", "reason", failure.reason());
        } else {
            LOG.error(failure, "Error updating node status, will retry", "code", failure.code());
            failing = true;
        }
    }

    /// What the watch told last, at the first try; empty when there is no such node.
    private Optional<Node> current(int tries) {
        var known = record.node();
        if (tries == 0 && known.isPresent()) {
            return known;
        }
        try {
            var node = heartbeats.get(ApiResource.NODES, name());
            record.know(node);
            return Optional.of(node);
        } catch (ApiCallException failure) {
            if (failure.code() != ApiCallException.Code.NOT_FOUND) {
                throw failure;
            }
            gone();
            return Optional.empty();
        }
    }

    private void gone() {
        if (!(record.standing() instanceof NodeStanding.Deleted)) {
            LOG.warning(
                    "The cluster has no Node object of this node; it is not created again before"
                            + " a restart",
                    "node",
                    settings.identity().name());
            record.deleted();
        }
    }

    private void report(Node current) {
        var result =
                NodeStatusCalculator.calculate(
                        NodeLabelsCalculator.withSystemLabels(current, witness.architecture()),
                        settings,
                        witness.look());
        result.problems().forEach(voice::cannotTell);
        var news =
                !current.getMetadata().equals(result.node().getMetadata())
                        || NodePatchCalculator.changed(
                                current.getStatus(), result.node().getStatus());
        if (lastReport.isPresent()) {
            rivals.wrote(current, result.node());
        }
        if (news || overdue()) {
            delay = news || lastReport.isEmpty() ? randomDelay() : Duration.ZERO;
            var patch = Patch.ofStatus(NodePatchCalculator.patch(current, result.node()));
            record.know(heartbeats.patch(ApiResource.NODES, name(), patch));
            lastReport = Optional.of(execution.tick());
            result.events().forEach(voice::say);
        }
        voice.schedulable(current.getSpec().getUnschedulable(), settings.identity().name());
    }

    private boolean overdue() {
        var silence = settings.reporting().longestSilence().plus(delay);
        return lastReport
                .map(at -> at.until(execution.tick()).compareTo(silence) >= 0)
                .orElse(true);
    }

    /// Nodes that changed at the same time shall not all write at the same time ever after.
    private Duration randomDelay() {
        var nanos = settings.reporting().longestSilence().toNanos();
        return Duration.ofNanos((long) (nanos * (execution.random() - 0.5)));
    }

    private ObjectName name() {
        return ObjectName.ofCluster(settings.identity().name());
    }
}
