package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Project;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The real control plane that the rig starts: it works, a node can log in, and nothing is left.
final class ControlPlaneIT {
    private static final Path STATE =
            Path.of(System.getProperty("jubelet.e2e.state", "/var/tmp/jubelet-e2e") + "-control");
    private static final Duration COLD = Duration.ofMinutes(30);
    private static final Pattern EXPORT = Pattern.compile("export (\\w+)=(.*)");

    @AfterEach
    void down() {
        script("down");
    }

    @Test
    void itAnswersAdmitsANodeAndLeavesNothing() {
        script("down");
        var addresses = addresses();
        script("up", "--node", "worker");
        var variables = environment();

        assertThat(kubectl(variables, "get", "--raw", "/readyz")).isEqualTo("ok");
        var name = "jsonpath={.status.userInfo.username}";
        assertThat(asNode(variables, "auth", "whoami", "-o", name)).isEqualTo("system:node:worker");
        assertThat(kubectl(variables, "get", "namespaces", "-o", "name"))
                .contains("namespace/default", "namespace/kube-system");

        script("down");
        assertThat(Processes.with(STATE + "/control-plane")).isEmpty();
        assertThat(Files.exists(STATE.resolve("control-plane"))).isFalse();
        assertThat(addresses()).isEqualTo(addresses);
    }

    private static String addresses() {
        return Command.of("ip", "-4", "-o", "address", "show", "dev", "lo").succeed().out();
    }

    private static Map<String, String> environment() {
        return EXPORT.matcher(script("env").out())
                .results()
                .collect(Collectors.toMap(line -> line.group(1), line -> line.group(2)));
    }

    private static String kubectl(Map<String, String> variables, String... arguments) {
        return kubectl(variables, "KUBECONFIG", List.of(arguments));
    }

    private static String asNode(Map<String, String> variables, String... arguments) {
        return kubectl(variables, "JUBELET_NODE_KUBECONFIG", List.of(arguments));
    }

    /// @param login the variable that names the file to log in by
    private static String kubectl(
            Map<String, String> variables, String login, List<String> arguments) {
        return Command.of(variables.getOrDefault("JUBELET_KUBECTL", "kubectl"))
                .and("--kubeconfig", variables.getOrDefault(login, ""))
                .and(arguments.toArray(String[]::new))
                .succeed()
                .out();
    }

    private static Command.Outcome script(String... arguments) {
        return Command.of(Project.file("rig/control-plane").toString())
                .and(arguments)
                .with(Map.of("JUBELET_RIG_STATE", STATE.toString()))
                .within(COLD)
                .succeed();
    }
}
