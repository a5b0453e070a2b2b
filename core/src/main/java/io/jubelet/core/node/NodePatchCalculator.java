package io.jubelet.core.node;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeCondition;
import io.jubelet.api.core.NodeStatus;
import io.jubelet.model.codec.MessageWriter;
import io.jubelet.model.codec.Presence;
import io.jubelet.model.codec.StrategicPatch;
import java.util.ArrayList;
import java.util.Map;

/// What is written of a Node: the smallest patch of its status, labels and annotations.
///
/// Addresses are merged by their type where two may have the same; so a list of them that changes
/// is replaced by a directive of its own.
///
/// Thread: any; pure.
/// Upstream: component-helpers node/util PatchNodeStatus, kubelet_node_status.go
/// nodeStatusHasChanged.
final class NodePatchCalculator {
    private static final Map<String, String> KEYS =
            Map.of("status.conditions", "type", "status.addresses", "type");
    private static final String REPLACE = "{\"$patch\":\"replace\"}";

    private NodePatchCalculator() {}

    /// The patch; `{}` when there is nothing to say.
    static String patch(Node old, Node newest) {
        var before = old.getStatus().getAddressesList();
        var after = newest.getStatus().getAddressesList();
        if (before.isEmpty() || before.equals(after)) {
            return merge(old, newest);
        }
        var kept = newest.getStatus().toBuilder().clearAddresses().addAllAddresses(before);
        var rest = merge(old, newest.toBuilder().setStatus(kept).build());
        var entries = new ArrayList<String>();
        after.forEach(address -> entries.add(MessageWriter.toJson(address)));
        entries.add(REPLACE);
        return withAddresses(rest, "\"addresses\":[" + String.join(",", entries) + "]");
    }

    private static String merge(Node old, Node newest) {
        var sameSpec = newest.toBuilder();
        if (old.hasSpec()) {
            sameSpec.setSpec(old.getSpec());
        } else {
            sameSpec.clearSpec();
        }
        return StrategicPatch.between(old, sameSpec.build(), KEYS).orElse("{}");
    }

    private static String withAddresses(String patch, String addresses) {
        var status = "\"status\":{";
        var at = patch.indexOf(status);
        if (at >= 0) {
            var inside = at + status.length();
            return patch.substring(0, inside) + addresses + "," + patch.substring(inside);
        }
        var own = status + addresses + "}}";
        return patch.equals("{}") ? "{" + own : patch.substring(0, patch.length() - 1) + "," + own;
    }

    /// Whether the status says something new; the time of saying it is nothing new.
    static boolean changed(NodeStatus old, NodeStatus newest) {
        return !Presence.same(withoutHeartbeats(old), withoutHeartbeats(newest));
    }

    private static NodeStatus withoutHeartbeats(NodeStatus status) {
        var plain = status.toBuilder().clearConditions();
        status.getConditionsList().stream()
                .sorted((one, other) -> one.getType().compareTo(other.getType()))
                .map(condition -> condition.toBuilder().clearLastHeartbeatTime().build())
                .forEach((NodeCondition condition) -> plain.addConditions(condition));
        return plain.build();
    }
}
