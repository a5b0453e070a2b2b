package io.jubelet.core.admission;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.Taint;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.quantity.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The node, as far as it decides what may run on it.
///
/// @param allocatable what pods may have in all, by resource; `pods` is how many there may be
/// @param supplementalGroupsPolicy whether the runtime honours that field
/// @param declaredFeatures what the node says of itself that pods can ask for
public record AdmissionNode(
        String name,
        Map<String, String> labels,
        List<Taint> taints,
        Map<String, Quantity> allocatable,
        boolean supplementalGroupsPolicy,
        Set<String> declaredFeatures) {
    public AdmissionNode {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        allocatable = Map.copyOf(allocatable);
        declaredFeatures = Set.copyOf(declaredFeatures);
    }

    public static AdmissionNode of(Node node) {
        var allocatable = new HashMap<String, Quantity>();
        node.getStatus()
                .getAllocatableMap()
                .forEach((resource, amount) -> allocatable.put(resource, Amounts.of(amount)));
        return new AdmissionNode(
                node.getMetadata().getName(),
                node.getMetadata().getLabelsMap(),
                node.getSpec().getTaintsList(),
                allocatable,
                node.getStatus().getFeatures().getSupplementalGroupsPolicy(),
                Set.copyOf(node.getStatus().getDeclaredFeaturesList()));
    }

    Quantity allocatable(String resource) {
        return allocatable.getOrDefault(resource, Quantity.ZERO);
    }
}
