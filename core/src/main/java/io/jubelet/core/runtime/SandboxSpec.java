package io.jubelet.core.runtime;

import java.util.List;
import java.util.Map;

/// All the runtime needs to make a sandbox.
///
/// @param logDirectory where the containers' log files lie
/// @param runtimeHandler the RuntimeClass's handler, empty for the default
public record SandboxSpec(
        PodIdentity pod,
        int attempt,
        String hostname,
        String logDirectory,
        List<PortMapping> ports,
        Map<String, String> labels,
        Map<String, String> annotations,
        Namespaces namespaces,
        ProcessIdentity identity,
        String runtimeHandler) {
    public SandboxSpec {
        ports = List.copyOf(ports);
        labels = Ordered.copy(labels);
        annotations = Ordered.copy(annotations);
    }

    /// A container's port made reachable on the node.
    public record PortMapping(String protocol, int containerPort, int hostPort, String hostIp) {}

    /// Which of the node's namespaces the pod shares, and whether its containers share one of pids.
    public record Namespaces(
            boolean hostNetwork, boolean hostPid, boolean hostIpc, boolean sharedPid) {}
}
