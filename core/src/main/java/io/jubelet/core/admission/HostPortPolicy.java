package io.jubelet.core.admission;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.ContainerPort;
import io.jubelet.api.core.Pod;
import java.util.List;
import java.util.stream.Stream;

/// Whether the ports that a pod wants on the machine are free of other pods. Pure.
///
/// Upstream: scheduler nodeports Fits, kube-scheduler/framework HostPortInfo.
final class HostPortPolicy {
    private static final String ANY_ADDRESS = "0.0.0.0";

    private HostPortPolicy() {}

    static boolean allows(Pod candidate, List<Pod> active) {
        var wanted = hostPorts(candidate).toList();
        return wanted.isEmpty()
                || active.stream()
                        .flatMap(HostPortPolicy::hostPorts)
                        .noneMatch(used -> wanted.stream().anyMatch(port -> conflict(port, used)));
    }

    private static Stream<ContainerPort> hostPorts(Pod pod) {
        var sidecars = pod.getSpec().getInitContainersList().stream();
        return Stream.concat(
                        sidecars.filter(init -> init.getRestartPolicy().equals("Always")),
                        pod.getSpec().getContainersList().stream())
                .map(Container::getPortsList)
                .flatMap(List::stream)
                .filter(port -> port.getHostPort() > 0);
    }

    private static boolean conflict(ContainerPort one, ContainerPort other) {
        return one.getHostPort() == other.getHostPort()
                && protocol(one).equals(protocol(other))
                && (address(one).equals(address(other))
                        || address(one).equals(ANY_ADDRESS)
                        || address(other).equals(ANY_ADDRESS));
    }

    private static String protocol(ContainerPort port) {
        return port.getProtocol().isEmpty() ? "TCP" : port.getProtocol();
    }

    private static String address(ContainerPort port) {
        return port.getHostIP().isEmpty() ? ANY_ADDRESS : port.getHostIP();
    }
}
