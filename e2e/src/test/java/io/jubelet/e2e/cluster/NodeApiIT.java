package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.Background;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.KubeletConfig;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.NodeClient;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// What kubectl reaches through the API server: logs, commands, ports and files; and who may.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class NodeApiIT {
    @RegisterExtension final ClusterNode node;

    NodeApiIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void logsAreShownWholeInPartAndOfTheContainerBefore() {
        node.start();
        node.apply(remembering("teller", "echo one; echo two; echo three; exit 1"));
        node.awaitPod(
                "teller",
                "its second run",
                pod ->
                        pod.items("status", "containerStatuses").stream()
                                .anyMatch(
                                        c ->
                                                c.text("restartCount").equals("1")
                                                        && c.text("ready").equals("true")));

        Await.that("its log", () -> node.kubectl("logs", "teller"), "second\n"::equals);
        assertThat(node.kubectl("logs", "teller", "--previous")).isEqualTo("one\ntwo\nthree\n");
        assertThat(node.kubectl("logs", "teller", "--previous", "--tail=1")).isEqualTo("three\n");
        assertThat(node.kubectl("logs", "teller", "--previous", "--limit-bytes=3"))
                .isEqualTo("one");
        assertThat(node.kubectl("logs", "teller", "--timestamps")).contains("Z second");
        var wrong = node.plane().kubectl("-n", node.namespace(), "logs", "teller", "-c", "nobody");
        assertThat(wrong.run().err()).contains("container nobody is not valid for pod teller");
    }

    /// A pod whose second run knows of its first, and then stays.
    private String remembering(String name, String first) {
        return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: %s}
        spec:
          nodeName: %s
          terminationGracePeriodSeconds: 1
          volumes: [{name: keep, emptyDir: {}}]
          containers:
          - name: main
            image: %s
            volumeMounts: [{name: keep, mountPath: /keep}]
            command:
            - sh
            - -c
            - "if test -e /keep/been; then echo second; exec sleep 1000; fi; touch /keep/been; %s"
        """
                .formatted(name, node.namespace(), ClusterNode.NODE, Rig.BUSYBOX, first);
    }

    @Test
    void aLogIsFollowedToItsEnd() {
        node.start();
        node.run(
                Manifest.of(
                                "singer",
                                "echo first; until test -e /go; do sleep 0.1; done; echo last")
                        .spec("restartPolicy: Never"));
        node.awaitPodReady("singer");

        try (var follower = background("logs", "--follow", "singer")) {
            follower.awaitSaid("first");
            node.kubectl("exec", "singer", "--", "touch", "/go");

            assertThat(follower.awaitEnd()).isZero();
            assertThat(follower.said()).isEqualTo("first\nlast\n");
        }
    }

    private Background background(String... arguments) {
        return Background.start(node.plane().kubectl("-n", node.namespace()).and(arguments));
    }

    @Test
    void aCommandRunsInAContainerWithItsInputOutputAndExitCode() {
        node.start();
        node.run(Manifest.of("host", Manifest.serve("node-api-host")));
        node.awaitPodReady("host");

        assertThat(node.kubectl("exec", "host", "--", "sh", "-c", "echo $((6 * 7))"))
                .isEqualTo("42\n");
        var failed = node.plane().kubectl("-n", node.namespace()).and("exec", "host", "--");
        assertThat(failed.and("sh", "-c", "echo no >&2; exit 9").run())
                .satisfies(
                        outcome -> {
                            assertThat(outcome.code()).isEqualTo(9);
                            assertThat(outcome.err()).contains("no\n");
                        });
        try (var cat = background("exec", "-i", "host", "--", "head", "-n", "1")) {
            cat.type("hello");
            assertThat(cat.awaitEnd()).isZero();
            assertThat(cat.said()).isEqualTo("hello\n");
        }
    }

    @Test
    void aFileIsCopiedInAndOut() {
        node.start();
        node.run(Manifest.of("box", Manifest.serve("node-api-box")));
        node.awaitPodReady("box");
        var here = node.kubelet().home();
        var sent = Folders.write(here.resolve("sent"), "a letter\n".repeat(10_000));

        node.kubectl("cp", sent.toString(), "box:/tmp/letter");
        node.kubectl("cp", "box:/tmp/letter", here.resolve("back").toString());

        assertThat(Folders.text(here.resolve("back"))).isEqualTo(Folders.text(sent));
    }

    @Test
    void aContainerIsAttachedTo() {
        node.start();
        node.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: echo, namespace: %s}
                spec:
                  nodeName: %s
                  restartPolicy: Never
                  containers:
                  - name: main
                    image: %s
                    stdin: true
                    stdinOnce: true
                    command: [sh, -c, "while read line; do echo heard $line; done"]
                """
                        .formatted(node.namespace(), ClusterNode.NODE, Rig.BUSYBOX));
        node.awaitPodReady("echo");

        try (var attached = background("attach", "-i", "echo")) {
            attached.type("this");
            attached.awaitSaid("heard this");
        }
    }

    @Test
    void aPortIsForwarded() {
        node.start();
        node.run(
                Manifest.of(
                        "server",
                        "mkdir /www; echo welcome > /www/index.html;"
                                + " exec httpd -f -p 8080 -h /www"));
        node.awaitPodReady("server");
        var port = KubeletConfig.freePort();

        try (var forward = background("port-forward", "server", port + ":8080")) {
            forward.awaitSaid("Forwarding from 127.0.0.1:" + port);
            for (var _ : new int[3]) {
                assertThat(NodeClient.read("http://127.0.0.1:%d/".formatted(port)))
                        .isEqualTo("welcome\n");
            }
        }
    }

    @Test
    void onlyWhoMayIsAnswered() {
        node.with("authorization", "{mode: Webhook, webhook: {cacheUnauthorizedTTL: 1s}}").start();
        var pods =
                "https://%s:%s/pods"
                        .formatted(
                                node.plane().nodeAddress(), node.kubelet().config().field("port"));
        node.kubectl("create", "serviceaccount", "nobody");
        var nobody = node.kubectl("create", "token", "nobody").strip();

        assertThat(NodeClient.ask(pods).statusCode()).isEqualTo(401);
        assertThat(NodeClient.ask(pods, "not.a.token").statusCode()).isEqualTo(401);
        assertThat(NodeClient.ask(pods, nobody))
                .satisfies(
                        answer -> {
                            assertThat(answer.statusCode()).isEqualTo(403);
                            assertThat(answer.body())
                                    .contains("system:serviceaccount:" + node.namespace());
                        });

        node.kubectl(
                "create",
                "clusterrolebinding",
                node.namespace(),
                "--clusterrole=system:kubelet-api-admin",
                "--serviceaccount=%s:nobody".formatted(node.namespace()));
        Await.that(
                "the right to be seen",
                Duration.ofMinutes(1),
                () -> NodeClient.ask(pods, nobody).statusCode(),
                code -> code == 200);
    }
}
