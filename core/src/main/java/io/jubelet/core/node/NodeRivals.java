package io.jubelet.core.node;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeStatus;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.waiting.NodeNameShared;
import io.jubelet.core.waiting.Wait;
import io.jubelet.log.Log;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Notices that another kubelet goes by this node's name, and says so: one line when it comes, one
/// when it is gone. Nothing else changes: as upstream, both take the pods of that name for theirs.
///
/// Owner of what is known of the other. Thread: any; the monitor guards the fields and is held
/// across no call but the log's.
final class NodeRivals {
    private static final Log LOG = Log.of(NodeRivals.class);
    private static final String UNKNOWN = "an address unknown yet";

    private final Execution execution;
    private final String node;
    private final Tick begin;
    private RivalTally tally;
    private String address = UNKNOWN;
    private Optional<Instant> since = Optional.empty();

    NodeRivals(Execution execution, NodeSettings settings) {
        this.execution = execution;
        this.begin = execution.tick();
        this.node = settings.identity().name();
        this.tally = RivalTally.begin(Duration.ofSeconds(settings.reporting().leaseSeconds()));
    }

    private Duration uptime() {
        return begin.until(execution.tick());
    }

    synchronized void renewedByAnother() {
        tally = tally.renewedByAnother(uptime());
        if (tally.proven() && since.isEmpty()) {
            since = Optional.of(execution.now());
            LOG.warning(
                    "Another kubelet has this node's name: both renew one lease, write one Node"
                            + " and run the same pods",
                    "node",
                    node,
                    "other",
                    address);
        }
    }

    synchronized void renewedByUsAlone() {
        tally = tally.renewedByUsAlone(uptime());
        if (!tally.proven() && since.isPresent()) {
            since = Optional.empty();
            LOG.info("No other kubelet has this node's name any more", "node", node);
        }
    }

    /// What stands in the Node before we write it again, beside what we write.
    synchronized void wrote(Node before, Node ours) {
        endpoint(before.getStatus())
                .filter(there -> !endpoint(ours.getStatus()).equals(Optional.of(there)))
                .ifPresent(there -> address = there);
    }

    private static Optional<String> endpoint(NodeStatus status) {
        var port = status.getDaemonEndpoints().getKubeletEndpoint().getPort();
        return status.getAddressesList().stream()
                .filter(each -> each.getType().equals("InternalIP"))
                .map(each -> each.getAddress() + ":" + port)
                .findFirst();
    }

    /// What is in the way while the other is there.
    synchronized Optional<Wait> current() {
        return since.map(at -> new Wait(new NodeNameShared(node, address), at, Optional.empty()));
    }
}
