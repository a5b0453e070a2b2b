package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// A pod that this node cannot run is refused with a reason, and the others never notice.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class AdmissionIT {
    @RegisterExtension final ClusterNode node;

    AdmissionIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void aPodThatAsksForMoreThanThereIsIsRefused() {
        node.start();
        node.run(asking("too-big", "cpu: 1000"));

        var pod = node.awaitPhase("too-big", "Failed");

        assertThat(pod.text("status", "reason")).isEqualTo("OutOfcpu");
        assertThat(pod.text("status", "message"))
                .startsWith("Pod was rejected: Node didn't have enough resource: cpu, requested: ");
        assertThat(node.awaitEvent("too-big", "OutOfcpu").text("type")).isEqualTo("Warning");
    }

    /// One container that asks for this much of something.
    private static Manifest asking(String name, String request) {
        return Manifest.of(name)
                .spec("containers:")
                .spec("- name: main")
                .spec("  image: " + Rig.BUSYBOX)
                .spec("  command: [sh, -c, \"%s\"]".formatted(Manifest.serve("admission-" + name)))
                .spec("  resources: {requests: {%s}, limits: {%s}}".formatted(request, request));
    }

    @Test
    void aPodForOtherNodesIsRefused() {
        node.start();
        node.run(
                Manifest.of("stranger", Manifest.serve("admission-stranger"))
                        .spec("nodeSelector: {example.com/kind: other}"));

        var pod = node.awaitPhase("stranger", "Failed");

        assertThat(pod.text("status", "reason")).isEqualTo("NodeAffinity");
        assertThat(Processes.with("admission-stranger")).isEmpty();
    }

    @Test
    void aSysctlThatNobodyAllowedIsRefused() {
        node.start();
        node.run(
                Manifest.of("tuner", Manifest.serve("admission-tuner"))
                        .spec("securityContext: {sysctls: [{name: kernel.msgmax, value: \"1\"}]}"));

        assertThat(node.awaitPhase("tuner", "Failed").text("status", "reason"))
                .isEqualTo("SysctlForbidden");
    }

    @Test
    void twoPodsWithOnePortOfTheNodeDoNotBothRun() {
        node.start();
        var port = "hostPort: 18080, containerPort: 80";
        node.run(withPort("first", port));
        node.awaitPodReady("first");
        node.run(withPort("second", port));

        assertThat(node.awaitPhase("second", "Failed").text("status", "reason"))
                .isEqualTo("NodePorts");
        assertThat(node.pod("first").text("status", "phase")).isEqualTo("Running");
    }

    private static Manifest withPort(String name, String port) {
        return Manifest.of(name)
                .spec("containers:")
                .spec("- name: main")
                .spec("  image: " + Rig.BUSYBOX)
                .spec("  command: [sh, -c, \"%s\"]".formatted(Manifest.serve("admission-" + name)))
                .spec("  ports: [{%s}]".formatted(port));
    }

    @Test
    void aRestartRefusesNobodyWhoRuns() {
        node.start();
        var half = "memory: 10Gi";
        node.run(asking("one", half));
        node.awaitPodReady("one");
        node.run(asking("two", half));
        node.awaitPodReady("two");
        node.kubelet().kill();
        node.run(asking("three", half));

        node.start();

        assertThat(node.awaitPhase("three", "Failed").text("status", "reason"))
                .isEqualTo("OutOfmemory");
        for (var name : List.of("one", "two")) {
            assertThat(node.pod(name).text("status", "phase")).as(name).isEqualTo("Running");
        }
    }
}
