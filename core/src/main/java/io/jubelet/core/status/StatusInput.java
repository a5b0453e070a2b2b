package io.jubelet.core.status;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.desired.RestartAllPolicy;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.waiting.Wait;
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

    /// Whether the instance of this id, `RUNTIME://ID`, was ended for another to take its place.
    boolean replaced(String id) {
        return id.contains("://")
                && node.probes()
                        .condemned(
                                desired.uid(),
                                new ContainerId(id.substring(id.indexOf("://") + 3)));
    }

    /// Whether all containers are to start over: because one that is there asks for it, or because
    /// that was said before and is not over yet.
    boolean startsAllOver() {
        return !stopped
                && RestartAllPolicy.possible(desired)
                && (!RestartAllPolicy.asking(desired, seen).isEmpty()
                        || OwnedConditions.holds(before, OwnedConditions.ALL_RESTART));
    }

    /// Whether what was told of and is not there any more was removed for all to start over, by an
    /// agent that was killed before it came to tell: nobody else takes the newest instance of a
    /// container out of a ready sandbox, and it does for no other reason.
    boolean startedOverUntold() {
        return firstLook
                && !stopped
                && RestartAllPolicy.possible(desired)
                && seen.readySandboxes().findAny().isPresent();
    }

    /// What the node adds.
    ///
    /// @param runtimeName the runtime's name, which stands before container ids
    /// @param hostIps the node's addresses, the primary one first; empty while unknown
    /// @param probes what probes say
    /// @param handlers what the runtime can do
    /// @param stopSignals whether the signals that end containers are told
    public record NodeSide(
            String runtimeName,
            List<String> hostIps,
            ProbeResults probes,
            HandlerFeatures handlers,
            boolean stopSignals) {
        public NodeSide {
            hostIps = List.copyOf(hostIps);
        }

        /// A node whose runtime tells nothing of what it can do.
        public NodeSide(String runtimeName, List<String> hostIps, ProbeResults probes) {
            this(runtimeName, hostIps, probes, HandlerFeatures.NONE, false);
        }

        /// A node without addresses and probes.
        public static NodeSide of(String runtimeName) {
            return new NodeSide(runtimeName, List.of(), ProbeResults.NONE);
        }
    }
}
