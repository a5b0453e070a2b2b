package io.jubelet.core.node;

import io.jubelet.api.core.Node;

/// The labels that a node always has, whatever somebody did to them.
///
/// Thread: any; pure.
/// Upstream: kubelet_node_status.go updateNode.
final class NodeLabelsCalculator {
    private NodeLabelsCalculator() {}

    static Node withSystemLabels(Node node, String architecture) {
        var labels = node.getMetadata().getLabelsMap();
        if ("linux".equals(labels.get(InitialNodeCalculator.OS_LABEL))
                && architecture.equals(labels.get(InitialNodeCalculator.ARCH_LABEL))) {
            return node;
        }
        var changed = node.toBuilder();
        changed.getMetadataBuilder()
                .putLabels(InitialNodeCalculator.OS_LABEL, "linux")
                .putLabels(InitialNodeCalculator.ARCH_LABEL, architecture);
        return changed.build();
    }
}
