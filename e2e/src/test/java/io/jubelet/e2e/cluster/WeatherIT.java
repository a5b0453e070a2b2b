package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Bad weather: nothing is lost, nothing restarts that need not, and the log says it plainly.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class WeatherIT {
    private static final Duration LONG = Duration.ofMinutes(2);

    @RegisterExtension final ClusterNode node;

    WeatherIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void theApiServerIsStoppedAndRestartedMidChurn() {
        node.start();
        for (var number = 1; number <= 3; number++) {
            node.run(Manifest.of("old-" + number, Manifest.serve("weather-old-" + number)));
        }
        Await.that("three", LONG, () -> Processes.with("weather-old").size(), n -> n == 3);
        node.run(Manifest.of("crashing", crashing()));
        node.awaitPodReady("crashing");
        for (var number = 1; number <= 3; number++) {
            node.run(Manifest.of("new-" + number, Manifest.serve("weather-new-" + number)));
        }
        node.kubectl("delete", "pod", "old-3", "--wait=false");
        var staying = List.copyOf(Processes.with("weather-old-1"));

        node.plane().stop("kube-apiserver");
        try {
            Processes.with("weather-crashing").forEach(WeatherIT::kill);
            Await.until("another process", () -> Processes.with("weather-crashing").size() == 1);
        } finally {
            node.plane().start("kube-apiserver");
        }

        for (var number = 1; number <= 3; number++) {
            node.awaitPodReady("new-" + number);
        }
        node.awaitGone("pod", "old-3");
        node.awaitPod(
                "crashing",
                "its restart told",
                pod ->
                        pod.items("status", "containerStatuses").stream()
                                .anyMatch(status -> status.text("restartCount").equals("1")));
        assertThat(Processes.with("weather-old-1")).isEqualTo(staying);
        assertThat(Processes.with("weather-old-3")).isEmpty();
        node.awaitReady("True");
    }

    private static String crashing() {
        return ": weather-crashing; while true; do sleep 0.2; done";
    }

    private static void kill(long process) {
        ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void aNodeThatSomebodyDeletedIsNotMadeAgainBeforeARestart() {
        node.start();
        node.kubelet().put(Manifest.of("static", Manifest.serve("weather-static")));
        Await.until("its process", () -> Processes.with("weather-static").size() == 1);
        var process = Processes.with("weather-static");

        node.kubectl("delete", "node", ClusterNode.NODE);
        node.kubelet().runFor(Duration.ofSeconds(15));

        assertThat(node.kubectl("get", "nodes", "-o", "name")).doesNotContain(ClusterNode.NODE);
        assertThat(Processes.with("weather-static")).isEqualTo(process);
        node.kubelet().kill();
        node.start();
        assertThat(Processes.with("weather-static")).isEqualTo(process);
    }

    @Test
    void aServerOfAnotherAuthorityIsNotBelieved() {
        var kubeconfig = node.kubelet().home().resolve("wrong.kubeconfig");
        Folders.write(
                kubeconfig,
                Folders.text(Path.of(node.plane().nodeKubeconfig()))
                        .replace(node.plane().authority(), otherAuthority().toString()));
        node.flags("--kubeconfig", kubeconfig.toString()).launch();
        node.kubelet().put(Manifest.of("alone", Manifest.serve("weather-alone")));

        Await.until("its process", () -> Processes.with("weather-alone").size() == 1);
        Await.that(
                "the log to say why",
                () -> Folders.text(node.kubelet().log()),
                log -> log.contains("certificate"));
        node.kubelet().runFor(Duration.ofSeconds(5));
        assertThat(node.kubectl("get", "nodes", "-o", "name")).doesNotContain(ClusterNode.NODE);

        var process = Processes.with("weather-alone");
        node.kubelet().kill();
        node.flags("--kubeconfig", node.plane().nodeKubeconfig()).start();
        assertThat(Processes.with("weather-alone")).isEqualTo(process);
    }

    private Path otherAuthority() {
        var folder = node.kubelet().home();
        var certificate = folder.resolve("other.crt");
        Command.of("openssl", "req", "-x509", "-newkey", "ec", "-nodes", "-subj", "/CN=other")
                .and("-pkeyopt", "ec_paramgen_curve:P-256")
                .and("-keyout", folder.resolve("other.key").toString())
                .and("-out", certificate.toString())
                .succeed();
        return certificate;
    }
}
