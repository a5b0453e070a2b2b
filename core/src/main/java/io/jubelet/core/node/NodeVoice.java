package io.jubelet.core.node;

import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.log.Log;
import java.util.Optional;

/// Tells people what happens to the node, each thing once.
///
/// Thread: `node-status`.
final class NodeVoice {
    private static final Log LOG = Log.of(NodeVoice.class);

    private final EventRecorder events;
    private final EventSubject node;
    private Optional<String> lastProblem = Optional.empty();
    private boolean unschedulable;
    private boolean rebootTold;

    NodeVoice(EventRecorder events, EventSubject node) {
        this.events = events;
        this.node = node;
    }

    void starting() {
        events.normal(node, "Starting", "Starting kubelet.");
    }

    void say(NodeEvent event) {
        if (event.reason().equals("Rebooted")) {
            if (rebootTold) {
                return;
            }
            rebootTold = true;
        }
        LOG.info("The node's status changed", "event", event.reason());
        events.record(node, event.type(), event.reason(), event.message());
    }

    /// Whether somebody cordoned the node; a node that is cordoned when we start is news too.
    void schedulable(boolean nowUnschedulable, String name) {
        if (nowUnschedulable != unschedulable) {
            unschedulable = nowUnschedulable;
            say(
                    NodeEvent.status(
                            name, nowUnschedulable ? "NodeNotSchedulable" : "NodeSchedulable"));
        }
    }

    void cannotTell(String problem) {
        if (!lastProblem.equals(Optional.of(problem))) {
            LOG.warning("Failed to set some node status fields", "reason", problem);
            lastProblem = Optional.of(problem);
        }
    }
}
