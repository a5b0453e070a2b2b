package io.jubelet.core.sync;

import io.jubelet.api.core.HostAlias;
import io.jubelet.api.core.Pod;
import java.util.List;

/// The text of a pod's hosts file. Pure.
///
/// Upstream: kubelet_pods.go managedHostsFileContent, nodeHostsFileContent.
final class HostsText {
    private static final String OWN =
            """
            # Kubernetes-managed hosts file.
            127.0.0.1\tlocalhost
            ::1\tlocalhost ip6-localhost ip6-loopback
            fe00::0\tip6-localnet
            fe00::0\tip6-mcastprefix
            fe00::1\tip6-allnodes
            fe00::2\tip6-allrouters
            """;
    private static final String OF_NODE = "# Kubernetes-managed hosts file (host network).\n";

    private HostsText() {}

    static String of(Pod pod, List<String> podIps, String clusterDomain) {
        var hostname = PodHostname.of(pod, clusterDomain);
        var names =
                hostname.domain().isEmpty()
                        ? hostname.name()
                        : hostname.name() + "." + hostname.domain() + "\t" + hostname.name();
        var text = new StringBuilder(OWN);
        podIps.forEach(ip -> text.append(ip).append('\t').append(names).append('\n'));
        return withAliases(text, pod.getSpec().getHostAliasesList());
    }

    /// @param node the node's own hosts file
    static String onHostNetwork(Pod pod, String node) {
        return withAliases(
                new StringBuilder(OF_NODE).append(node), pod.getSpec().getHostAliasesList());
    }

    private static String withAliases(StringBuilder text, List<HostAlias> aliases) {
        if (!aliases.isEmpty()) {
            text.append("\n# Entries added by HostAliases.\n");
        }
        for (var alias : aliases) {
            text.append(alias.getIp()).append('\t');
            text.append(String.join("\t", alias.getHostnamesList())).append('\n');
        }
        return text.toString();
    }
}
