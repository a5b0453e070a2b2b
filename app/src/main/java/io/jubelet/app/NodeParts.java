package io.jubelet.app;

import io.jubelet.adapters.linux.HostCalls;
import io.jubelet.adapters.linux.LinuxMachine;
import io.jubelet.core.NodePart;
import io.jubelet.core.admission.AdmissionRules;
import io.jubelet.core.admission.SysctlPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What makes this process a node: the machine it is on, and the rules by which it takes pods.
///
/// Thread: main, once.
final class NodeParts {
    private static final Path APP_ARMOR = Path.of("/sys/module/apparmor/parameters/enabled");

    private NodeParts() {}

    /// @param closeConnections ends connections to the API server that may be dead
    static NodePart of(
            StartOptions options, String nodeName, HostCalls calls, Runnable closeConnections) {
        var root = Path.of(options.flags().places().rootDirectory());
        var machine = new LinuxMachine(root, calls);
        var gates = options.gates();
        var rules =
                new AdmissionRules(
                        SysctlPolicy.of(
                                machine.facts().identity().kernelVersion(),
                                options.config().getAllowedUnsafeSysctlsList()),
                        appArmorProblem(),
                        gates.enabled("PodLevelResources"),
                        gates.enabled("NodeDeclaredFeatures"),
                        gates.enabled("TaintTolerationComparisonOperators"));
        return new NodePart(machine, NodeOptions.of(options, nodeName), rules, closeConnections);
    }

    private static Optional<String> appArmorProblem() {
        try {
            return Files.readString(APP_ARMOR).startsWith("Y")
                    ? Optional.empty()
                    : Optional.of(AdmissionRules.NO_APP_ARMOR);
        } catch (IOException none) {
            return Optional.of(AdmissionRules.NO_APP_ARMOR);
        }
    }
}
