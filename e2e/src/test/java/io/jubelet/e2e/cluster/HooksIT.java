package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.ContainerView;
import io.jubelet.e2e.harness.HostFolder;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Hooks run when a container has started and before it is stopped, by every way, and what they
/// print is nobody else's business.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class HooksIT {
    /// Runs until it is told to end, says so, and ends at once.
    private static final String SERVE =
            "trap 'echo term >> /host/told; exit 0' TERM; while true; do sleep 0.1; done";

    /// A server whose one page writes a line, and which listens when its own hook is over.
    private static final String SERVER =
            "mkdir -p /www/cgi-bin; printf '#!/bin/sh\\necho heard >> /host/told; echo; echo ok\\n'"
                    + " > /www/cgi-bin/hook; chmod +x /www/cgi-bin/hook; cd /www;"
                    + " echo up > /www/up; httpd -p 8080 -h /www; "
                    + SERVE;

    private static final String LISTENS =
            "until wget -q -O /dev/null 127.0.0.1:8080/up; do sleep 0.1; done";
    private static final String SECRET = "my-secret-word";

    @RegisterExtension final ClusterNode node;

    HooksIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    /// @param lifecycle the hooks of the container, in YAML's flow style
    private HostFolder pod(String name, String shell, String lifecycle, int grace) {
        var folder = HostFolder.of(node, name);
        node.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: %d
                  %s
                  containers:
                  - name: main
                    image: %s
                    command: [sh, -c, %s]
                    %s
                    lifecycle: {%s}
                """
                        .formatted(
                                name,
                                node.namespace(),
                                ClusterNode.NODE,
                                grace,
                                folder.volume(),
                                Rig.BUSYBOX,
                                quoted(shell),
                                HostFolder.MOUNT,
                                lifecycle));
        return folder;
    }

    private static String quoted(String shell) {
        return '"' + shell.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String exec(String shell) {
        return "exec: {command: [sh, -c, " + quoted(shell) + "]}";
    }

    private void delete(String name) {
        node.kubectl("delete", "pod", name, "--wait=false");
        node.awaitGone("pod", name);
    }

    @Test
    void aContainerIsReadyOnceItsPostStartHookIsOver() {
        node.start();
        var folder =
                pod(
                        "begun",
                        SERVE,
                        "postStart: {" + exec("sleep 2; echo hook > /host/told") + "}",
                        5);
        node.awaitPodReady("begun");

        assertThat(folder.lines("told")).containsExactly("hook");
        assertThat(node.events("begun", "FailedPostStartHook")).isEmpty();
    }

    @Test
    void aPostStartHookMaySleep() {
        node.start();
        pod("slow", "echo up > /host/told; " + SERVE, "postStart: {sleep: {seconds: 3}}", 5);
        var folder = HostFolder.of(node, "slow");
        Await.until("the container to run", () -> folder.has("told"));
        var began = System.nanoTime();
        node.awaitPodReady("slow");

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(20));
    }

    @Test
    void aPostStartHookMayAskAnotherContainer() {
        node.start();
        var folder = HostFolder.of(node, "asking");
        node.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: asking, namespace: %s}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: 5
                  %s
                  containers:
                  - name: server
                    image: %s
                    command: [sh, -c, %s]
                    %s
                    lifecycle: {postStart: {%s}}
                  - name: main
                    image: %s
                    command: [sh, -c, "trap 'exit 0' TERM; while true; do sleep 0.1; done"]
                    lifecycle: {postStart: {httpGet: {path: /cgi-bin/hook, port: 8080}}}
                """
                        .formatted(
                                node.namespace(),
                                ClusterNode.NODE,
                                folder.volume(),
                                Rig.BUSYBOX,
                                quoted(SERVER),
                                HostFolder.MOUNT,
                                exec(LISTENS),
                                Rig.BUSYBOX));
        node.awaitPodReady("asking");

        assertThat(folder.lines("told")).containsExactly("heard");
    }

    @Test
    void aContainerWhosePostStartHookFailsIsReplacedAndNobodyReadsItsOutput() {
        node.start();
        pod("failing", SERVE, "postStart: {" + exec("echo " + SECRET + "; exit 3") + "}", 5);
        node.awaitPod("failing", "restarted", it -> ContainerView.of(it).restarts() > 0);

        assertThat(node.awaitEvent("failing", "FailedPostStartHook").text("message"))
                .isEqualTo("PostStartHook failed");
        assertThat(node.kubectl("get", "events", "-o", "yaml")).doesNotContain(SECRET);
    }

    @Test
    void aPreStopHookIsOverBeforeTheContainerIsToldToEnd() {
        node.start();
        var folder =
                pod(
                        "ending",
                        SERVE,
                        "preStop: {" + exec("sleep 1; echo hook >> /host/told") + "}",
                        20);
        node.awaitPodReady("ending");
        delete("ending");

        assertThat(folder.lines("told")).containsExactly("hook", "term");
    }

    @Test
    void aPreStopHookMayAskItsOwnContainer() {
        node.start();
        var folder =
                pod(
                        "told",
                        SERVER,
                        "postStart: {"
                                + exec(LISTENS)
                                + "}, preStop: {httpGet: {path: /cgi-bin/hook, port: 8080}}",
                        20);
        node.awaitPodReady("told");
        delete("told");

        assertThat(folder.lines("told")).containsExactly("heard", "term");
    }

    @Test
    void aPreStopHookMaySleep() {
        node.start();
        var folder = pod("asleep", SERVE, "preStop: {sleep: {seconds: 3}}", 20);
        node.awaitPodReady("asleep");
        var began = System.nanoTime();
        delete("asleep");

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofSeconds(3), Duration.ofSeconds(15));
        assertThat(folder.lines("told")).containsExactly("term");
    }

    @Test
    void aPreStopHookThatFailsHoldsUpNothingAndNobodyReadsItsOutput() {
        node.start();
        var folder =
                pod(
                        "careless",
                        SERVE,
                        "preStop: {" + exec("echo " + SECRET + "; exit 3") + "}",
                        20);
        node.awaitPodReady("careless");
        delete("careless");

        assertThat(folder.lines("told")).containsExactly("term");
        assertThat(node.awaitEvent("careless", "FailedPreStopHook").text("message"))
                .isEqualTo("PreStopHook failed");
        assertThat(node.kubectl("get", "events", "-o", "yaml")).doesNotContain(SECRET);
    }

    @Test
    void aPreStopHookHasNoMoreThanThePodsGrace() {
        node.start();
        pod("stuck", SERVE, "preStop: {" + exec("sleep 600") + "}", 3);
        node.awaitPodReady("stuck");
        node.kubectl("delete", "pod", "stuck", "--wait=false");

        Await.that(
                "the pod to be gone soon after its grace",
                Duration.ofSeconds(25),
                () -> node.kubectl("get", "pod", "stuck", "--ignore-not-found", "-o", "name"),
                String::isBlank);
    }
}
