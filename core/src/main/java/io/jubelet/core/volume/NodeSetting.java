package io.jubelet.core.volume;

import io.jubelet.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What of the node its pods are told.
///
/// Thread: any; the answers may change while the agent runs.
public interface NodeSetting {
    /// What pods may use together, by resource.
    Map<String, Quantity> allocatable();

    /// The node's addresses, of which the first is the preferred one.
    List<String> addresses();

    default Optional<Quantity> allocatable(String resource) {
        return Optional.ofNullable(allocatable().get(resource));
    }

    /// A setting that never changes.
    record Fixed(Map<String, Quantity> allocatable, List<String> addresses) implements NodeSetting {
        public Fixed {
            allocatable = Map.copyOf(allocatable);
            addresses = List.copyOf(addresses);
        }
    }
}
