package io.jubelet.core.node;

import io.jubelet.core.event.EventType;

/// Something about the node that people are told.
public record NodeEvent(EventType type, String reason, String message) {
    /// Upstream's sentence about a change of status.
    static NodeEvent status(String node, String reason) {
        return new NodeEvent(
                EventType.NORMAL, reason, "Node " + node + " status is now: " + reason);
    }
}
