package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.ContainerView;
import io.jubelet.e2e.harness.HealthPage;
import io.jubelet.e2e.harness.HealthService;
import io.jubelet.e2e.harness.HostFolder;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// What probes of every kind and by every way do to a container. Each test has five pods at once,
/// one for each way, and the test decides when they are well.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class ProbesIT {
    private static final Duration QUICK = Duration.ofSeconds(30);

    /// Listens as long as the file is there.
    private static final String SERVER =
            "trap 'exit 0' TERM; while true; do if [ -f /host/well ]; then pidof httpd > /dev/null"
                    + " || httpd -p 8080 -h /host; else killall -q httpd; fi; sleep 0.1; done";

    @RegisterExtension final ClusterNode node;
    private final Map<String, HostFolder> folders = new LinkedHashMap<>();

    ProbesIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void aContainerIsReadyWhileItsReadinessProbeSucceeds() {
        try (var health = prepare()) {
            make("readinessProbe", "failureThreshold: 1", health);
            each("runs and is not ready", it -> it.runs() && !it.ready());
            folders.keySet().forEach(this::failureIsTold);

            areWell(true, health);
            each("is ready", ContainerView::ready);

            areWell(false, health);
            each("is not ready any more", it -> it.runs() && !it.ready());
            each("was never restarted", it -> it.restarts() == 0);
        }
    }

    private void failureIsTold(String pod) {
        assertThat(node.awaitEvent(pod, "Unhealthy").text("message"))
                .startsWith("Readiness probe failed:");
    }

    @Test
    void aContainerWhoseLivenessProbeFailsIsReplaced() {
        try (var health = prepare()) {
            areWell(true, health);
            make("livenessProbe", "failureThreshold: 3, initialDelaySeconds: 2", health);
            each("runs", it -> it.runs() && it.ready());
            each("is alive", it -> it.restarts() == 0);

            areWell(false, health);
            each("is replaced", it -> it.restarts() > 0);
            for (var pod : folders.keySet()) {
                assertThat(node.awaitEvent(pod, "Killing").text("message"))
                        .isEqualTo("Container main failed liveness probe, will be restarted");
            }
        }
    }

    @Test
    void aContainerHasStartedWhenItsStartupProbeSaysSo() {
        try (var health = prepare()) {
            make("startupProbe", "failureThreshold: 600", health);
            each("has not started", it -> it.runs() && !it.started() && !it.ready());

            areWell(true, health);
            each("has started", it -> it.started() && it.ready());

            // It is not asked again.
            areWell(false, health);
            node.kubelet().runFor(Duration.ofSeconds(3));
            each("goes on", it -> it.started() && it.ready() && it.restarts() == 0);
        }
    }

    @Test
    void aContainerThatDoesNotStartInTimeIsReplaced() {
        try (var health = prepare()) {
            make("startupProbe", "failureThreshold: 2", health);
            each("is replaced", it -> it.restarts() > 0);
            for (var pod : folders.keySet()) {
                assertThat(node.awaitEvent(pod, "Killing").text("message"))
                        .isEqualTo("Container main failed startup probe, will be restarted");
            }
        }
    }

    /// Nobody is well at first.
    private Health prepare() {
        node.start();
        var address = node.plane().nodeAddress();
        var health = new Health(new HealthService(address), new HealthPage(address));
        health.isWell(false);
        return health;
    }

    /// Of the pods on the node's network.
    private record Health(HealthService service, HealthPage page) implements AutoCloseable {
        void isWell(boolean well) {
            service.isWell(well);
            page.isWell(well);
        }

        @Override
        public void close() {
            service.close();
            page.close();
        }
    }

    private void areWell(boolean well, Health health) {
        health.isWell(well);
        for (var pod : List.of("exec", "http", "https", "tcp", "grpc")) {
            var folder = folders.computeIfAbsent(pod, name -> HostFolder.of(node, name));
            if (well) {
                folder.put("well");
            } else {
                folder.take("well");
            }
        }
    }

    private void make(String probe, String more, Health health) {
        pod("exec", probe, "exec: {command: [test, -f, /host/well]}", more, "");
        pod("http", probe, "httpGet: {path: /well, port: 8080}", more, "");
        pod("tcp", probe, "tcpSocket: {port: 8080}", more, "");
        var page = "httpGet: {scheme: HTTPS, path: /, port: %d}".formatted(health.page().port());
        pod("https", probe, page, more, "hostNetwork: true");
        var service = "grpc: {port: %d}".formatted(health.service().port());
        pod("grpc", probe, service, more, "hostNetwork: true");
    }

    private void pod(String name, String probe, String handler, String more, String ofSpec) {
        var folder = folders.computeIfAbsent(name, it -> HostFolder.of(node, it));
        var command = ofSpec.isEmpty() ? SERVER : Manifest.serve("probes-" + name);
        node.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: 5
                  %s
                  %s
                  containers:
                  - name: main
                    image: %s
                    command: [sh, -c, "%s"]
                    %s
                    %s: {%s, periodSeconds: 1, %s}
                """
                        .formatted(
                                name,
                                node.namespace(),
                                ClusterNode.NODE,
                                folder.volume(),
                                ofSpec,
                                Rig.BUSYBOX,
                                command,
                                HostFolder.MOUNT,
                                probe,
                                handler,
                                more));
    }

    private void each(String what, Predicate<ContainerView> wanted) {
        for (var pod : folders.keySet()) {
            node.awaitPod(pod, what, it -> wanted.test(ContainerView.of(it)));
        }
    }

    @Test
    void aProbesOwnGraceGoesBeforeThePods() {
        node.start();
        node.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: deaf, namespace: %s}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: 300
                  containers:
                  - name: main
                    image: %s
                    command: [sh, -c, "trap '' TERM; while true; do sleep 0.2; done"]
                    livenessProbe:
                      exec: {command: ["false"]}
                      periodSeconds: 1
                      failureThreshold: 1
                      terminationGracePeriodSeconds: 2
                """
                        .formatted(node.namespace(), ClusterNode.NODE, Rig.BUSYBOX));

        Await.that(
                "the container to be replaced after the probe's grace",
                QUICK,
                () -> node.pod("deaf"),
                pod -> ContainerView.of(pod).restarts() > 0);
        // What is left of it has the pod's grace.
        node.kubectl("delete", "pod", "deaf", "--grace-period=1", "--wait=false");
        node.awaitGone("pod", "deaf");
    }

    @Test
    void aProbeThatHangsDelaysNoOtherPod() {
        node.start();
        exec("stuck", "[sleep, \"600\"]", "timeoutSeconds: 300");
        node.awaitPod("stuck", "runs", pod -> ContainerView.of(pod).runs());
        var folder = folders.computeIfAbsent("lively", name -> HostFolder.of(node, name));
        folder.put("well");
        exec("lively", "[test, -f, /host/well]", "failureThreshold: 1");

        Await.that(
                "the other pod to be ready",
                QUICK,
                () -> node.pod("lively"),
                pod -> ContainerView.of(pod).ready());
        folder.take("well");
        Await.that(
                "it not to be any more",
                QUICK,
                () -> node.pod("lively"),
                pod -> !ContainerView.of(pod).ready());
        assertThat(ContainerView.of(node.pod("stuck")).ready()).isFalse();
        assertThat(ContainerView.of(node.pod("stuck")).restarts()).isZero();
    }

    private void exec(String name, String command, String more) {
        pod(name, "readinessProbe", "exec: {command: " + command + "}", more, "");
    }
}
