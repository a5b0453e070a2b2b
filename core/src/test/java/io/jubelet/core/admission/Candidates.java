package io.jubelet.core.admission;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Pods and nodes for admission's tests; amounts are written as `cpu=100m memory=1Gi`.
final class Candidates {
    static final AdmissionRules RULES =
            AdmissionRules.standard(SysctlPolicy.of("6.1.0", List.of()), Optional.empty());

    private Candidates() {}

    static Pod pod(String name, Consumer<Pod.Builder> change) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName(name).setNamespace("default").setUid(name);
        change.accept(pod);
        return pod.build();
    }

    static Pod empty() {
        return pod("empty", pod -> {});
    }

    static Pod requesting(String name, String... perContainer) {
        return pod(
                name,
                pod -> {
                    for (var requests : perContainer) {
                        pod.getSpecBuilder().addContainers(container(requests, ""));
                    }
                });
    }

    static Pod withInit(Pod pod, String... perContainer) {
        var changed = pod.toBuilder();
        for (var requests : perContainer) {
            changed.getSpecBuilder().addInitContainers(container(requests, ""));
        }
        return changed.build();
    }

    static Pod withSidecar(Pod pod, String requests) {
        var changed = pod.toBuilder();
        changed.getSpecBuilder()
                .addInitContainers(container(requests, "").toBuilder().setRestartPolicy("Always"));
        return changed.build();
    }

    static Container container(String requests, String limits) {
        return Container.newBuilder()
                .setName("c")
                .setResources(
                        ResourceRequirements.newBuilder()
                                .putAllRequests(amounts(requests))
                                .putAllLimits(amounts(limits)))
                .build();
    }

    static Map<String, Quantity> amounts(String text) {
        var amounts = new TreeMap<String, Quantity>();
        for (var part : text.split(" ", -1)) {
            var equals = part.indexOf('=');
            if (equals > 0) {
                amounts.put(
                        part.substring(0, equals),
                        Quantity.newBuilder().setString(part.substring(equals + 1)).build());
            }
        }
        return amounts;
    }

    static AdmissionNode node(String allocatable) {
        return node(allocatable, Map.of());
    }

    static AdmissionNode node(String allocatable, Map<String, String> labels) {
        var quantities = new TreeMap<String, io.jubelet.model.quantity.Quantity>();
        amounts(allocatable)
                .forEach(
                        (name, amount) ->
                                quantities.put(name, io.jubelet.model.pod.Amounts.of(amount)));
        return new AdmissionNode("machine1", labels, List.of(), quantities, false, Set.of());
    }
}
