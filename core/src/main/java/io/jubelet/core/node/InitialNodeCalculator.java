package io.jubelet.core.node;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeSpec;
import io.jubelet.api.core.NodeStatus;
import io.jubelet.api.core.Taint;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.quantity.Quantity;
import java.util.List;
import java.util.Map;

/// The Node object that is created, and what of it is put into one that is there already.
///
/// Thread: any; pure.
/// Upstream: kubelet_node_status.go initialNode and the reconcile functions of
/// tryRegisterWithAPIServer.
final class InitialNodeCalculator {
    static final String CONTROLLER_ATTACHES =
            "volumes.kubernetes.io/controller-managed-attach-detach";
    static final String OS_LABEL = "kubernetes.io/os";
    static final String ARCH_LABEL = "kubernetes.io/arch";
    private static final Taint UNINITIALIZED =
            Taint.newBuilder()
                    .setKey("node.cloudprovider.kubernetes.io/uninitialized")
                    .setValue("true")
                    .setEffect("NoSchedule")
                    .build();

    /// Labels that a restart brings up to date; others are the administrator's.
    private static final List<String> DEFAULT_LABELS =
            List.of(
                    "kubernetes.io/hostname",
                    "topology.kubernetes.io/zone",
                    "topology.kubernetes.io/region",
                    "failure-domain.beta.kubernetes.io/zone",
                    "failure-domain.beta.kubernetes.io/region",
                    "node.kubernetes.io/instance-type",
                    "beta.kubernetes.io/instance-type",
                    OS_LABEL,
                    ARCH_LABEL,
                    "node.kubernetes.io/windows-build",
                    "beta.kubernetes.io/os",
                    "beta.kubernetes.io/arch");

    private InitialNodeCalculator() {}

    /// The Node without its status.
    static Node bare(NodeSettings settings, String architecture) {
        var identity = settings.identity();
        var registration = settings.registration();
        var metadata =
                ObjectMeta.newBuilder()
                        .setName(identity.name())
                        .putLabels("kubernetes.io/hostname", identity.hostname())
                        .putLabels(OS_LABEL, "linux")
                        .putLabels(ARCH_LABEL, architecture)
                        .putLabels("beta.kubernetes.io/os", "linux")
                        .putLabels("beta.kubernetes.io/arch", architecture)
                        .putAllLabels(registration.labels());
        if (registration.controllerAttaches()) {
            metadata.putAnnotations(CONTROLLER_ATTACHES, "true");
        }
        var spec = NodeSpec.newBuilder().addAllTaints(registration.taints());
        if (identity.externalCloud()) {
            spec.addTaints(UNINITIALIZED);
        }
        if (!registration.providerId().isEmpty()) {
            spec.setProviderID(registration.providerId());
        }
        return Node.newBuilder().setMetadata(metadata).setSpec(spec).build();
    }

    /// The node that is there, with what a start puts right.
    ///
    /// @param forgetDevices whether the devices that it names are those of another life
    static Node reconciled(Node existing, Node initial, boolean forgetDevices) {
        var node = existing.toBuilder();
        annotation(node.getMetadataBuilder(), initial);
        labels(node.getMetadataBuilder(), initial);
        var status = node.getStatusBuilder();
        if (status.getCapacityCount() == 0) {
            status.putAllCapacity(initial.getStatus().getCapacityMap());
        }
        if (status.getAllocatableCount() == 0) {
            status.putAllAllocatable(initial.getStatus().getAllocatableMap());
        }
        if (forgetDevices) {
            forgetDevices(status);
        }
        hugePages(status, initial.getStatus());
        return node.build();
    }

    private static void annotation(ObjectMeta.Builder metadata, Node initial) {
        var wanted = initial.getMetadata().getAnnotationsMap().get(CONTROLLER_ATTACHES);
        if (wanted == null) {
            metadata.removeAnnotations(CONTROLLER_ATTACHES);
        } else {
            metadata.putAnnotations(CONTROLLER_ATTACHES, wanted);
        }
    }

    private static void labels(ObjectMeta.Builder metadata, Node initial) {
        for (var label : DEFAULT_LABELS) {
            var wanted = initial.getMetadata().getLabelsMap().get(label);
            if (wanted != null && wanted.isEmpty()) {
                metadata.removeLabels(label);
            } else if (wanted != null) {
                metadata.putLabels(label, wanted);
            }
        }
    }

    private static void forgetDevices(NodeStatus.Builder status) {
        var none = Amounts.write(Quantity.ZERO);
        for (var name : List.copyOf(status.getCapacityMap().keySet())) {
            if (CapacityCalculator.isExtended(name)) {
                status.putCapacity(name, none).putAllocatable(name, none);
            }
        }
    }

    private static void hugePages(NodeStatus.Builder status, NodeStatus initial) {
        for (var name : List.copyOf(status.getCapacityMap().keySet())) {
            if (isHugePages(name) && !initial.containsCapacity(name)) {
                status.removeCapacity(name).removeAllocatable(name);
            }
        }
        initial.getCapacityMap().entrySet().stream()
                .filter(entry -> isHugePages(entry.getKey()))
                .forEach(entry -> put(status, initial, entry));
    }

    private static void put(
            NodeStatus.Builder status,
            NodeStatus initial,
            Map.Entry<String, io.jubelet.api.meta.Quantity> capacity) {
        var name = capacity.getKey();
        status.putCapacity(name, capacity.getValue())
                .putAllocatable(name, initial.getAllocatableOrThrow(name));
    }

    private static boolean isHugePages(String name) {
        return name.startsWith("hugepages-");
    }
}
