package io.jubelet.core.node;

import io.jubelet.api.core.Node;

/// How this node stands with its cluster.
public sealed interface NodeStanding {
    /// Whether the object is there is not known yet.
    record Unheard(String why) implements NodeStanding {}

    /// The cluster has it.
    record Known(Node node) implements NodeStanding {}

    /// Somebody deleted it. As upstream, it is not made again before a restart; one that is made
    /// by somebody else is taken up.
    record Deleted() implements NodeStanding {}

    /// There is no cluster: what the node would say of itself.
    record Alone(Node node) implements NodeStanding {}
}
