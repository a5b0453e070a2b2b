package io.jubelet.core.status;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.waiting.Wait;
import io.jubelet.model.pod.ContainerHash;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// All that a pod's status is made from.
///
/// @param before the status last calculated; at first what the API server has
/// @param stopped whether the pod's processes have been ended, so that nothing restarts any more
/// @param end why the node ended the pod, if it did
/// @param firstLook whether nothing has been decided about the pod yet: `waits` says nothing then
public record StatusInput(
        DesiredPod desired,
        PodObservation seen,
        List<Wait> waits,
        PodStatus before,
        boolean stopped,
        Optional<EndStatus> end,
        NodeSide node,
        Instant now,
        boolean firstLook) {
    public StatusInput {
        waits = List.copyOf(waits);
    }

    /// Of a pod that has been looked at before.
    public StatusInput(
            DesiredPod desired,
            PodObservation seen,
            List<Wait> waits,
            PodStatus before,
            boolean stopped,
            Optional<EndStatus> end,
            NodeSide node,
            Instant now) {
        this(desired, seen, waits, before, stopped, end, node, now, false);
    }

    /// Whether the container's instance of this id, `RUNTIME://ID`, was ended because a probe or
    /// another specification wants a new one.
    boolean replaces(Container container, String id) {
        if (!id.contains("://")) {
            return false;
        }
        var bare = new ContainerId(id.substring(id.indexOf("://") + 3));
        return node.probes().condemned(desired.uid(), bare)
                && (desired.mayRestart(container)
                        || seen.containers().stream()
                                .filter(instance -> instance.id().equals(bare))
                                .flatMap(instance -> instance.hash().stream())
                                .anyMatch(hash -> !hash.equals(ContainerHash.of(container))));
    }

    /// What the node adds.
    ///
    /// @param runtimeName the runtime's name, which stands before container ids
    /// @param hostIps the node's addresses, the primary one first; empty while unknown
    /// @param probes what probes say
    public record NodeSide(String runtimeName, List<String> hostIps, ProbeResults probes) {
        public NodeSide {
            hostIps = List.copyOf(hostIps);
        }

        /// A node without addresses and probes.
        public static NodeSide of(String runtimeName) {
            return new NodeSide(runtimeName, List.of(), ProbeResults.NONE);
        }
    }
}
