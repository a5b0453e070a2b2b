package io.jubelet.core.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All the runtime needs to make a sandbox.
///
/// @param logDirectory where the containers' log files lie
/// @param sysctls kernel settings of the pod's own namespaces, by name with dots
/// @param resources what the pod as a whole is held to
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
        String runtimeHandler,
        DnsSettings dns,
        Map<String, String> sysctls,
        Resources resources) {
    public SandboxSpec {
        ports = List.copyOf(ports);
        labels = Ordered.copy(labels);
        annotations = Ordered.copy(annotations);
        sysctls = Ordered.copy(sysctls);
    }

    /// Of a pod that looks up no names and leaves the kernel as it is.
    public SandboxSpec(
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
        this(
                pod,
                attempt,
                hostname,
                logDirectory,
                ports,
                labels,
                annotations,
                namespaces,
                identity,
                runtimeHandler,
                DnsSettings.NONE,
                Map.of(),
                Resources.NONE);
    }

    /// What the pod as a whole is held to, for runtimes that make more of it than a cgroup.
    ///
    /// @param cgroupParent the cgroup under which all of the pod lies; empty for the runtime's own
    /// @param all what its containers have together
    /// @param overhead what the sandbox needs beside them
    public record Resources(
            String cgroupParent,
            ContainerSpec.ResourceLimits all,
            ContainerSpec.ResourceLimits overhead) {
        public static final Resources NONE =
                new Resources(
                        "", ContainerSpec.ResourceLimits.NONE, ContainerSpec.ResourceLimits.NONE);
    }

    /// A container's port made reachable on the node.
    public record PortMapping(String protocol, int containerPort, int hostPort, String hostIp) {}

    /// Which of the node's namespaces the pod shares, and whether its containers share one of pids.
    ///
    /// @param ownUsers what its own users are on the node; empty if it has the node's
    public record Namespaces(
            boolean hostNetwork,
            boolean hostPid,
            boolean hostIpc,
            boolean sharedPid,
            Optional<IdRange> ownUsers) {
        /// Of a pod with the node's users.
        public Namespaces(
                boolean hostNetwork, boolean hostPid, boolean hostIpc, boolean sharedPid) {
            this(hostNetwork, hostPid, hostIpc, sharedPid, Optional.empty());
        }
    }
}
