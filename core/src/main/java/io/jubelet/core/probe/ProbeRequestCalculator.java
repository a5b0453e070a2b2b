package io.jubelet.core.probe;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.EnvVar;
import io.jubelet.api.core.Probe;
import io.jubelet.core.desired.VariableExpansion;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a container's probe asks of whom. Pure.
///
/// Upstream: prober/prober.go runProbe.
final class ProbeRequestCalculator {
    private ProbeRequestCalculator() {}

    /// @param podIp where the pod can be reached
    static ProbeRequest calculate(Probe probe, Container container, String podIp) {
        var handler = probe.getHandler();
        try {
            if (handler.hasExec()) {
                return new ProbeRequest.Exec(
                        command(handler.getExec().getCommandList(), container));
            }
            if (handler.hasHttpGet()) {
                return new ProbeRequest.Http(
                        HttpCheckCalculator.calculate(
                                handler.getHttpGet(), container, podIp, Prober.USER_AGENT));
            }
            if (handler.hasTcpSocket()) {
                var socket = handler.getTcpSocket();
                return new ProbeRequest.Tcp(
                        socket.getHost().isEmpty() ? podIp : socket.getHost(),
                        PortCalculator.calculate(socket.getPort(), container));
            }
            if (handler.hasGrpc()) {
                var grpc = handler.getGrpc();
                return new ProbeRequest.Grpc(podIp, grpc.getPort(), grpc.getService());
            }
        } catch (PortCalculator.NoSuchPort problem) {
            return new ProbeRequest.Impossible(problem.sentence());
        }
        return new ProbeRequest.Impossible("missing probe handler for " + container.getName());
    }

    /// A probe knows only the variables that the pod itself spells out.
    private static List<String> command(List<String> words, Container container) {
        Map<String, String> variables =
                container.getEnvList().stream()
                        .collect(
                                Collectors.toMap(
                                        EnvVar::getName, EnvVar::getValue, (_, last) -> last));
        return words.stream().map(word -> VariableExpansion.expand(word, variables)).toList();
    }
}
