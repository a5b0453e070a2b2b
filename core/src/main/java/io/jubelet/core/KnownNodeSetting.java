package io.jubelet.core;

import io.jubelet.api.core.Node;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.core.volume.NodeSetting;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.quantity.Quantity;
import io.jubelet.model.quantity.QuantityFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// What pods are told of the node, from the newest Node that is known.
///
/// Thread: any.
record KnownNodeSetting(Supplier<Optional<Node>> node, NodeSetting otherwise)
        implements NodeSetting {
    /// All of the machine, until the node's own object says what of it pods may use.
    static KnownNodeSetting of(Supplier<Optional<Node>> node, NodeFacts facts) {
        return new KnownNodeSetting(
                node,
                new NodeSetting.Fixed(
                        Map.of(
                                "memory",
                                Quantity.of(facts.memoryCapacityBytes(), QuantityFormat.BINARY_SI),
                                "cpu",
                                Quantity.of(facts.cpus(), QuantityFormat.DECIMAL_SI)),
                        List.of()));
    }

    @Override
    public Map<String, Quantity> allocatable() {
        return node.get().map(KnownNodeSetting::allocatable).orElseGet(otherwise::allocatable);
    }

    private static Map<String, Quantity> allocatable(Node node) {
        var amounts = new HashMap<String, Quantity>();
        node.getStatus()
                .getAllocatableMap()
                .forEach((resource, amount) -> amounts.put(resource, Amounts.of(amount)));
        return amounts;
    }

    @Override
    public List<String> addresses() {
        return node.get().map(KnownNodeSetting::addresses).orElseGet(otherwise::addresses);
    }

    private static List<String> addresses(Node node) {
        return node.getStatus().getAddressesList().stream()
                .filter(address -> address.getType().equals("InternalIP"))
                .map(address -> address.getAddress())
                .toList();
    }
}
