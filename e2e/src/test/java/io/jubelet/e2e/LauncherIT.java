package io.jubelet.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.KubeletConfig;
import io.jubelet.e2e.harness.KubeletUnderTest;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Project;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// `bin/kubelet` as the process that a supervisor starts: its name, its ends, its last words.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class LauncherIT {
    private static final String TYPE =
            "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

    private final Rig rig;
    @RegisterExtension final KubeletUnderTest kubelet;

    LauncherIT(Rig rig) {
        this.rig = rig;
        kubelet = new KubeletUnderTest(rig);
    }

    @Test
    void theProcessIsNamedKubelet() {
        kubelet.start();

        var words = Processes.commandLine(kubelet.process().pid());

        assertThat(words.getFirst()).isEqualTo("kubelet");
        assertThat(words).contains("--config", "--root-dir");
    }

    @Test
    void toldToEndItEndsWellAndItsContainersGoOn() {
        var pod = Manifest.of("goes-on", Manifest.serve("launcher-goes-on"));
        kubelet.start();
        kubelet.put(pod);
        kubelet.awaitRunning(pod);
        var container = rig.running("goes-on-e2e-node", "main");

        assertThat(kubelet.terminate()).isZero();

        assertThat(rig.running("goes-on-e2e-node", "main")).isEqualTo(container);
        assertThat(Processes.with("launcher-goes-on")).hasSize(1);
    }

    @Test
    void printsItsVersion() {
        var outcome = run("--version");

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).isEqualTo("Kubernetes v1.36.4\n");
        assertThat(outcome.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"--help", "-h"})
    void printsItsFlags(String flag) {
        var outcome = run(flag);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.out()).contains("--config", "--root-dir", "--v Level");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void anUnknownFlagIsOneLine() {
        endsWithOneLine(List.of("--bogus"), "unknown flag: --bogus");
    }

    @Test
    void aFlagsWrongValueIsOneLine() {
        endsWithOneLine(List.of("--max-pods=many"), "invalid argument \\\"many\\\"");
    }

    @Test
    void aConfigurationThatIsNotThereIsOneLine() {
        endsWithOneLine(
                List.of("--config", "/no/such/file"),
                "failed to load kubelet config file",
                "open /no/such/file: no such file or directory");
    }

    @Test
    void aFolderInPlaceOfTheConfigurationIsOneLine() {
        endsWithOneLine(List.of("--config", "/proc"), "failed to load kubelet config file");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a malformed file   | maxPods: [1           | config.yaml:
                    a wrong type       | maxPods: many         | KubeletConfiguration.maxPods
                    a wrong duration   | syncFrequency: soon   | invalid duration
                    an impossible value| maxPods: -3           | maxPods (--max-pods) -3 must not be
                    an unknown gate    | featureGates: {Nope: true} | unrecognized feature gate: Nope
                    another kind       | kind: Other           | kind
                    a locked gate      | featureGates: {NodeSwap: false} | NodeSwap
                    webhooks, no server| authentication: {webhook: {enabled: true}} | webhook
                    """)
    void badConfigurationIsOneLine(String what, String line, String message) {
        var text = line.startsWith("kind") ? "apiVersion: kubelet.config.k8s.io/v1beta1\n" : TYPE;
        var good = "failCgroupV1: false\n";
        var webhook = line.contains("webhook") ? "" : "authorization: {mode: AlwaysAllow}\n";

        endsWithOneLine(withConfig(text + good + webhook + line + "\n"), message);
    }

    @Test
    void anUnreadableRootFolderIsOneLine() {
        var config = kubelet.config().write();
        endsWithOneLine(
                List.of("--config", config.toString(), "--root-dir", "/proc/nowhere"), "/proc");
    }

    @Test
    void cgroupV1IsRefusedUnlessAllowed() {
        if (Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"))) {
            return;
        }
        var config = kubelet.config().without("failCgroupV1").write();
        endsWithOneLine(arguments(config), "cgroup v1");
    }

    @Test
    void aRuntimeThatCannotBeReachedIsOneLine() {
        var config =
                KubeletConfig.standalone(kubelet.home(), "unix:///no/such/containerd.sock").write();
        endsWithOneLine(arguments(config), "unix:///no/such/containerd.sock");
    }

    private List<String> withConfig(String text) {
        try {
            return arguments(Files.writeString(kubelet.home().resolve("config.yaml"), text));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private List<String> arguments(Path config) {
        return List.of(
                "--config",
                config.toString(),
                "--root-dir",
                kubelet.home().resolve("root").toString(),
                "--cert-dir",
                kubelet.home().resolve("pki").toString());
    }

    private static void endsWithOneLine(List<String> arguments, String... parts) {
        var outcome = run(arguments.toArray(String[]::new));
        assertThat(outcome.code()).isEqualTo(1);
        // Warnings about the machine may come before: what went wrong is one line, and the last.
        var lines =
                outcome.errorLines().stream()
                        .filter(line -> !line.contains("has been deprecated"))
                        .filter(line -> !line.startsWith("W"))
                        .toList();
        assertThat(lines).hasSize(1);
        assertThat(outcome.errorLines().getLast()).isEqualTo(lines.getFirst());
        assertThat(lines.getFirst()).contains(parts).doesNotContain("Exception", "\tat ");
        assertThat(outcome.out()).isEmpty();
    }

    private static Command.Outcome run(String... arguments) {
        return Command.of(Project.bin("kubelet").toString()).and(arguments).run();
    }
}
