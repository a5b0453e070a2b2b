package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Command;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Machine;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Who the node is comes into doubt: its certificate is revoked, another has its name.
@Tag("long")
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class IdentityWeatherIT {
    private static final Duration TWO_LEASES = Duration.ofSeconds(80);

    @RegisterExtension final ClusterNode node;

    IdentityWeatherIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void aRevokedCertificateStopsNothingThatRuns() {
        var believed = node.plane().clientAuthorities();
        var usual = Folders.text(believed);
        var authority = authority();
        try {
            Folders.write(believed, usual + Folders.text(authority));
            var kubeconfig = kubeconfig(authority);
            Await.that("the server to know us", () -> asks(kubeconfig), said -> !refused(said));
            node.kubeconfig(Folders.text(kubeconfig)).start();
            node.run(Manifest.of("web", Manifest.serve("weather-web")));
            node.awaitPodReady("web");
            var processes = Processes.with("weather-web");

            Folders.write(believed, usual);
            Await.that("the server to know us no more", () -> asks(kubeconfig), this::refused);
            node.kubelet().put(Manifest.of("static", Manifest.serve("weather-static")));
            Await.until("its process", () -> Processes.with("weather-static").size() == 1);
            if (!ClusterNode.isGo()) {
                Await.until("a line", () -> node.said("does not accept our credentials") == 1);
            }
            node.run(Manifest.of("later", Manifest.serve("weather-later")));

            Folders.write(believed, usual + Folders.text(authority));
            node.awaitPodReady("later");
            assertThat(Processes.with("weather-web")).isEqualTo(processes).hasSize(1);
            assertThat(Processes.with("weather-static")).hasSize(1);
            node.awaitReady("True");
            if (!ClusterNode.isGo()) {
                assertThat(node.said("does not accept our credentials")).isEqualTo(1);
            }
        } finally {
            Folders.write(believed, usual);
        }
    }

    private String asks(Path kubeconfig) {
        var outcome =
                node.plane()
                        .kubectl("--kubeconfig", kubeconfig.toString())
                        .and("get", "node", ClusterNode.NODE)
                        .run();
        return outcome.out() + outcome.err();
    }

    private boolean refused(String said) {
        return said.contains("Unauthorized") || said.contains("must be logged in");
    }

    /// Another authority than the cluster's own, which can be believed and not.
    private Path authority() {
        var certificate = file("clients.crt");
        certificate("/CN=clients", certificate, file("clients.key"))
                .and("-addext", "keyUsage=critical,keyCertSign")
                .succeed();
        return certificate;
    }

    private Path kubeconfig(Path authority) {
        certificate(
                        "/O=system:nodes/CN=system:node:" + ClusterNode.NODE,
                        file("node.crt"),
                        file("node.key"))
                .and("-CA", authority.toString(), "-CAkey", file("clients.key").toString())
                .and("-addext", "basicConstraints=critical,CA:FALSE")
                .and("-addext", "extendedKeyUsage=clientAuth")
                .succeed();
        var own =
                "user: {client-certificate: %s, client-key: %s}"
                        .formatted(file("node.crt"), file("node.key"));
        var usual = Folders.text(Path.of(node.plane().nodeKubeconfig()));
        return Folders.write(
                file("node.kubeconfig"), usual.replaceAll("user: \\{client.*\\}", own));
    }

    private static Command certificate(String subject, Path certificate, Path key) {
        return Command.of("openssl", "req", "-x509", "-newkey", "ec", "-nodes", "-subj", subject)
                .and("-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2")
                .and("-keyout", key.toString(), "-out", certificate.toString());
    }

    private Path file(String name) {
        return node.kubelet().home().resolve(name);
    }

    @Test
    void anotherKubeletOfTheSameNameRestartsNothing() {
        node.start();
        node.run(Manifest.of("web", Manifest.serve("weather-web")));
        var ours = containerId(node.awaitPodReady("web"));
        var processes = Processes.with("weather-web");
        var other = Rig.startAnother();
        try {
            var twin = node.launchTwin(other);
            try {
                Await.that("two", () -> Processes.with("weather-web"), all -> all.size() == 2);
                if (!ClusterNode.isGo()) {
                    Await.that(
                            "the line about the other",
                            TWO_LEASES,
                            () -> node.said("Another kubelet has this node's name"),
                            lines -> lines == 1);
                }
                assertThat(Processes.with("weather-web")).containsAll(processes).hasSize(2);
                node.awaitReady("True");
            } finally {
                twin.kill();
                other.clear();
                Machine.unmount(twin.home());
            }
            node.awaitPod("web", "ours again", pod -> containerId(pod).equals(ours));
            assertThat(Processes.with("weather-web")).isEqualTo(processes);
            var status = node.pod("web").items("status", "containerStatuses").getFirst();
            assertThat(status.text("restartCount")).isEqualTo("0");
            if (!ClusterNode.isGo()) {
                assertThat(node.said("Another kubelet has this node's name")).isEqualTo(1);
            }
        } finally {
            other.end();
            Machine.removeTwinCgroup();
        }
    }

    private static String containerId(Json pod) {
        return pod.items("status", "containerStatuses").getFirst().text("containerID");
    }
}
