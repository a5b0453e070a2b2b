package io.jubelet.core.status;

import io.jubelet.api.core.HostIP;
import io.jubelet.api.core.PodIP;
import io.jubelet.api.core.PodStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The addresses in a pod's status: at most one of each family, the node's own family first. Pure.
///
/// Upstream: kubelet_pods.go sortPodIPs and the end of generateAPIPodStatus.
final class AddressCalculator {
    private AddressCalculator() {}

    /// @param seen the addresses that the runtime gave the sandbox
    static void fill(
            PodStatus.Builder status,
            List<String> seen,
            PodStatus before,
            boolean hostNetwork,
            List<String> hostIps) {
        var ips = new ArrayList<>(ordered(seen, hostIps));
        if (ips.isEmpty()) {
            before.getPodIPsList().forEach(ip -> ips.add(ip.getIp()));
        }
        if (!hostIps.isEmpty()) {
            status.setHostIP(hostIps.getFirst());
            hostIps.stream()
                    .limit(2)
                    .forEach(ip -> status.addHostIPs(HostIP.newBuilder().setIp(ip)));
            if (hostNetwork) {
                inherit(ips, hostIps);
            }
        } else if (before.hasHostIP()) {
            status.setHostIP(before.getHostIP()).addAllHostIPs(before.getHostIPsList());
        }
        if (!ips.isEmpty()) {
            status.setPodIP(ips.getFirst());
            ips.forEach(ip -> status.addPodIPs(PodIP.newBuilder().setIp(ip)));
        }
    }

    /// What a pod on the node's network has once stays; a second family may come later.
    private static void inherit(List<String> ips, List<String> hostIps) {
        if (ips.isEmpty()) {
            ips.add(hostIps.getFirst());
        }
        if (hostIps.size() > 1 && ips.size() == 1 && isV6(ips.getFirst()) != isV6(hostIps.get(1))) {
            ips.add(hostIps.get(1));
        }
    }

    static List<String> ordered(List<String> ips, List<String> hostIps) {
        var v6First = !hostIps.isEmpty() && isV6(hostIps.getFirst());
        var ordered = new ArrayList<String>();
        first(ips, v6First).ifPresent(ordered::add);
        first(ips, !v6First).ifPresent(ordered::add);
        return ordered;
    }

    private static Optional<String> first(List<String> ips, boolean v6) {
        return ips.stream().filter(ip -> !ip.isEmpty() && isV6(ip) == v6).findFirst();
    }

    private static boolean isV6(String ip) {
        return ip.indexOf(':') >= 0;
    }
}
