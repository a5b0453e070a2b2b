package io.jubelet.sim;

import io.jubelet.core.NodePart;
import io.jubelet.core.admission.AdmissionRules;
import io.jubelet.core.admission.SysctlPolicy;
import io.jubelet.core.host.Machine;
import io.jubelet.core.node.NodeSettings;
import io.jubelet.model.network.IpAddress;
import io.jubelet.sim.host.FakeMachine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What makes a simulated agent a node.
///
/// Thread: any.
final class NodeParts {
    private NodeParts() {}

    static NodePart of(String node) {
        return of(node, new FakeMachine(), FakeMachine.ADDRESS);
    }

    /// On a machine with that address.
    static NodePart of(String node, Machine machine, IpAddress address) {
        var rules =
                AdmissionRules.standard(
                        SysctlPolicy.of("6.1", List.of()),
                        Optional.of(AdmissionRules.NO_APP_ARMOR));
        return new NodePart(machine, settings(node, address), rules, () -> {});
    }

    private static NodeSettings settings(String node, IpAddress address) {
        return new NodeSettings(
                new NodeSettings.Identity(node, node, List.of(address), false),
                new NodeSettings.Registration(true, true, Map.of(), List.of(), "", true),
                new NodeSettings.Shares(110, 0, Map.of(), Map.of(), Map.of(), true),
                new NodeSettings.Reporting(
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(5),
                        40,
                        50,
                        10250,
                        "v1.36.4",
                        List.of("RestartAllContainersOnContainerExits"),
                        false));
    }
}
