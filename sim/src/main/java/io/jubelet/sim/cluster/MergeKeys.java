package io.jubelet.sim.cluster;

import java.util.Map;
import java.util.Optional;

/// How a strategic merge patch treats the lists of the types that a kubelet patches. A list that is
/// not named here is replaced as a whole.
///
/// Thread: any; pure.
/// Upstream: the patchStrategy and patchMergeKey tags of api/core/v1 and meta/v1 types.go.
final class MergeKeys {
    /// A list of plain values whose patches add to it.
    static final String VALUES = "";

    private static final Map<String, String> KEYS =
            Map.ofEntries(
                    Map.entry("ObjectMeta.ownerReferences", "uid"),
                    Map.entry("ObjectMeta.finalizers", VALUES),
                    Map.entry("PodStatus.conditions", "type"),
                    Map.entry("PodStatus.podIPs", "ip"),
                    Map.entry("PodStatus.hostIPs", "ip"),
                    Map.entry("PodStatus.resourceClaimStatuses", "name"),
                    Map.entry("ContainerStatus.volumeMounts", "mountPath"),
                    Map.entry("ContainerStatus.allocatedResourcesStatus", "name"),
                    Map.entry("NodeStatus.conditions", "type"),
                    Map.entry("NodeStatus.addresses", "type"),
                    Map.entry("NodeSpec.podCIDRs", VALUES),
                    Map.entry("PodSpec.volumes", "name"),
                    Map.entry("PodSpec.containers", "name"),
                    Map.entry("PodSpec.initContainers", "name"),
                    Map.entry("PodSpec.ephemeralContainers", "name"),
                    Map.entry("PodSpec.imagePullSecrets", "name"),
                    Map.entry("PodSpec.hostAliases", "ip"),
                    Map.entry("PodSpec.topologySpreadConstraints", "topologyKey"),
                    Map.entry("PodSpec.schedulingGates", "name"),
                    Map.entry("PodSpec.resourceClaims", "name"),
                    Map.entry("Container.ports", "containerPort"),
                    Map.entry("Container.env", "name"),
                    Map.entry("Container.volumeMounts", "mountPath"),
                    Map.entry("Container.volumeDevices", "devicePath"),
                    Map.entry("ServiceSpec.ports", "port"),
                    Map.entry("ServiceStatus.conditions", "type"),
                    Map.entry("ServiceAccount.secrets", "name"));

    private MergeKeys() {}

    /// The key of that list's elements, or empty if it is replaced as a whole.
    static Optional<String> of(String message, String field) {
        return Optional.ofNullable(KEYS.get(message + "." + field));
    }
}
