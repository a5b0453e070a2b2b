package io.jubelet.core.node;

import io.jubelet.api.core.Node;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/// The newest Node object that is known, for all who ask.
///
/// Two tell it: the watch and the answers to our own writes. Of one object the newer version stays.
///
/// Thread: any; readers see immutable snapshots.
/// Upstream: kubelet_nodecache.go getCachedNode.
public final class NodeRecord {
    private final AtomicReference<NodeStanding> standing =
            new AtomicReference<>(new NodeStanding.Unheard("the node has not been asked for yet"));
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    public NodeStanding standing() {
        return standing.get();
    }

    /// The Node, or what it would be where there is no cluster; empty while it is not known.
    public Optional<Node> node() {
        return switch (standing.get()) {
            case NodeStanding.Known known -> Optional.of(known.node());
            case NodeStanding.Alone alone -> Optional.of(alone.node());
            case NodeStanding.Unheard _, NodeStanding.Deleted _ -> Optional.empty();
        };
    }

    /// Whether the cluster has said what it knows of this node; before, its pods are not believed.
    public boolean heard() {
        return !(standing.get() instanceof NodeStanding.Unheard);
    }

    /// Runs `listener` on whatever thread brought news; it must not block.
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /// A newer version of the object, or another object of that name.
    public void know(Node node) {
        var before =
                standing.getAndUpdate(
                        old ->
                                old instanceof NodeStanding.Known known
                                                && isNewer(known.node(), node)
                                        ? old
                                        : new NodeStanding.Known(node));
        tell(before);
    }

    private static boolean isNewer(Node known, Node offered) {
        var sameObject = known.getMetadata().getUid().equals(offered.getMetadata().getUid());
        return sameObject && version(known) > version(offered);
    }

    private static long version(Node node) {
        try {
            return Long.parseLong(node.getMetadata().getResourceVersion());
        } catch (NumberFormatException unreadable) {
            return 0;
        }
    }

    /// The cluster has no such object (any more).
    public void deleted() {
        tell(standing.getAndSet(new NodeStanding.Deleted()));
    }

    /// There is no cluster.
    public void alone(Node node) {
        tell(standing.getAndSet(new NodeStanding.Alone(node)));
    }

    private void tell(NodeStanding before) {
        if (!before.equals(standing.get())) {
            listeners.forEach(Runnable::run);
        }
    }
}
