package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Pods that the API server binds to this node run here, and the cluster sees how they are.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class ApiPodsIT {
    @RegisterExtension final ClusterNode node;

    ApiPodsIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void aPodThatIsBoundToTheNodeRunsAndSaysSo() {
        node.start();
        node.run(Manifest.of("web", Manifest.serve("api-pod-web")));

        var pod = node.awaitPodReady("web");

        assertThat(Processes.with("api-pod-web")).hasSize(1);
        assertThat(pod.text("status", "phase")).isEqualTo("Running");
        assertThat(pod.text("status", "hostIP")).isEqualTo(node.plane().nodeAddress());
        assertThat(pod.text("status", "podIP")).isNotEmpty();
        assertThat(pod.text("status", "qosClass")).isEqualTo("BestEffort");
        assertThat(pod.text("status", "observedGeneration")).isEqualTo("1");
        var container = pod.items("status", "containerStatuses").getFirst();
        assertThat(container.text("started")).isEqualTo("true");
        assertThat(container.text("restartCount")).isEqualTo("0");
        assertThat(container.text("containerID")).startsWith("containerd://");
        for (var type :
                List.of("PodReadyToStartContainers", "Initialized", "ContainersReady", "Ready")) {
            assertThat(ClusterNode.condition(pod, type).text("status")).as(type).isEqualTo("True");
        }
    }

    @Test
    void aPodThatIsToRunOnceEndsWithItsExitCode() {
        node.start();
        node.run(Manifest.of("good", "exit 0").spec("restartPolicy: Never"));
        node.run(Manifest.of("bad", "exit 7").spec("restartPolicy: Never"));

        assertThat(exitCode(node.awaitPhase("good", "Succeeded"))).isEqualTo("0");
        assertThat(exitCode(node.awaitPhase("bad", "Failed"))).isEqualTo("7");
    }

    private static String exitCode(Json pod) {
        return pod.items("status", "containerStatuses")
                .getFirst()
                .text("state", "terminated", "exitCode");
    }

    @Test
    void aContainerThatEndsIsRestartedAndCounted() {
        node.start();
        node.run(Manifest.of("again", "sleep 1"));

        node.awaitPod(
                "again",
                "restarted",
                pod ->
                        pod.items("status", "containerStatuses").stream()
                                .anyMatch(c -> c.text("restartCount").equals("1")));
    }

    @Test
    void anImageThatIsNotToBeHadIsNamed() {
        node.start();
        node.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: no-image, namespace: %s}
                spec:
                  nodeName: %s
                  containers:
                  - {name: main, image: "registry.k8s.io/not/there:1", imagePullPolicy: Never}
                """
                        .formatted(node.namespace(), ClusterNode.NODE));

        node.awaitPod(
                "no-image",
                "ErrImageNeverPull",
                pod ->
                        pod.items("status", "containerStatuses").stream()
                                .anyMatch(
                                        c ->
                                                c.text("state", "waiting", "reason")
                                                        .equals("ErrImageNeverPull")));
        assertThat(node.awaitEvent("no-image", "ErrImageNeverPull").text("type"))
                .isEqualTo("Warning");
    }

    @Test
    void runningPodsGoOnWhenTheKubeletIsKilledAndNothingIsWritten() {
        node.start();
        node.run(Manifest.of("stays", Manifest.serve("api-pod-stays")));
        var before = node.awaitPodReady("stays");
        var process = Processes.with("api-pod-stays");

        node.kubelet().kill();
        node.start();
        node.run(Manifest.of("next", Manifest.serve("api-pod-next")));
        node.awaitPodReady("next");

        assertThat(Processes.with("api-pod-stays")).isEqualTo(process);
        assertThat(lasting(node.pod("stays"))).isEqualTo(lasting(before));
    }

    /// Not the Go kubelet's: on cgroup v1 it adds a limit that nobody set after a restart.
    private static List<String> lasting(Json pod) {
        var left =
                ClusterNode.isGo()
                        ? List.of(".status.resources.", ".metadata.resourceVersion")
                        : List.<String>of();
        return pod.lines().stream()
                .filter(line -> left.stream().noneMatch(line::startsWith))
                .toList();
    }

    @Test
    void theEventsOfAPodTellItsStart() {
        node.start();
        node.run(Manifest.of("told", Manifest.serve("api-pod-told")));
        node.awaitPodReady("told");

        for (var reason : List.of("Pulled", "Created", "Started")) {
            var event = node.awaitEvent("told", reason);
            assertThat(event.text("source", "component")).isEqualTo("kubelet");
            assertThat(event.text("source", "host")).isEqualTo(ClusterNode.NODE);
            assertThat(event.text("involvedObject", "fieldPath"))
                    .isEqualTo("spec.containers{main}");
        }
    }
}
