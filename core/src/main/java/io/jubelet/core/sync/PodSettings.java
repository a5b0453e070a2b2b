package io.jubelet.core.sync;

import java.util.List;

/// What of the configuration every sandbox and container of this node is made with.
///
/// @param clusterDomain what service names end with; may be empty
/// @param clusterDns addresses of the cluster's name servers; may be none
/// @param hostLookups whether pods that ask for the machine's own way of looking up names get it;
///     if not, they look up nothing
/// @param nodeIps the node's addresses, first the main one
/// @param seccompByDefault whether a container that names no profile gets the runtime's
/// @param seccompFolder where profiles of this machine lie
/// @param features what of a pod depends on a feature gate
public record PodSettings(
        String clusterDomain,
        List<String> clusterDns,
        boolean hostLookups,
        List<String> nodeIps,
        boolean seccompByDefault,
        String seccompFolder,
        PodFeatures features) {
    public static final PodSettings STANDARD =
            new PodSettings(
                    "",
                    List.of(),
                    true,
                    List.of(),
                    false,
                    "/var/lib/kubelet/seccomp",
                    PodFeatures.ALL);

    public PodSettings {
        clusterDns = List.copyOf(clusterDns);
        nodeIps = List.copyOf(nodeIps);
    }
}
