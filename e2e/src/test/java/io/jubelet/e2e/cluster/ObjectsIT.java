package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Folders;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// What a pod takes from the cluster's objects, in files and in its environment, and how it waits
/// for what is missing.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class ObjectsIT {
    @RegisterExtension final ClusterNode node;

    ObjectsIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    @Test
    void everyPodHasTheTokenOfItsServiceAccount() {
        node.start();
        node.run(
                Manifest.of(
                        "bearer",
                        "cd /var/run/secrets/kubernetes.io/serviceaccount &&"
                                + " test -s token && test -s ca.crt && cat namespace"
                                + " > /dev/termination-log"));
        node.awaitPod("bearer", "an end", pod -> !message(pod).isEmpty());

        assertThat(message(node.pod("bearer"))).isEqualTo(node.namespace());
    }

    private static String message(Json pod) {
        var status = pod.items("status", "containerStatuses");
        if (status.isEmpty()) {
            return "";
        }
        var container = status.getFirst();
        var now = container.text("state", "terminated", "message");
        return now.isEmpty() ? container.text("lastState", "terminated", "message") : now;
    }

    @Test
    void filesFollowTheirConfigMap() {
        node.start();
        configMap("first");
        node.run(
                Manifest.of("reader")
                        .spec("volumes: [{name: settings, configMap: {name: settings}}]")
                        .spec("containers:")
                        .spec("- name: main")
                        .spec("  image: " + Rig.BUSYBOX)
                        .spec("  command: [sh, -c, \"%s\"]".formatted(Manifest.serve("reader")))
                        .spec("  volumeMounts: [{name: settings, mountPath: /settings}]"));
        node.awaitPodReady("reader");
        var file = settingsFile("reader");
        assertThat(read(file)).isEqualTo("first");

        configMap("second");

        Await.that("the file to follow", Duration.ofMinutes(2), () -> read(file), "second"::equals);
    }

    private void configMap(String value) {
        node.apply(
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settings, namespace: %s}
                data: {color: %s}
                """
                        .formatted(node.namespace(), value));
    }

    private Path settingsFile(String pod) {
        var uid = node.pod(pod).text("metadata", "uid");
        return node.root()
                .resolve("pods")
                .resolve(uid)
                .resolve("volumes/kubernetes.io~configmap/settings/color");
    }

    private static String read(Path file) {
        return Folders.text(file);
    }

    @Test
    void aPodWaitsForItsSecretAndStartsWhenItIsThere() {
        node.start();
        node.run(
                Manifest.of("keeper")
                        .spec("restartPolicy: Never")
                        .spec("containers:")
                        .spec("- name: main")
                        .spec("  image: " + Rig.BUSYBOX)
                        .spec("  command: [sh, -c, \"echo -n $WORD > /dev/termination-log\"]")
                        .spec("  env: [{name: WORD, valueFrom:")
                        .spec("    {secretKeyRef: {name: words, key: magic}}}]"));
        node.awaitPod(
                "keeper",
                "a wait that names the secret",
                pod ->
                        pod.items("status", "containerStatuses").stream()
                                .anyMatch(
                                        c ->
                                                c.text("state", "waiting", "reason")
                                                                .equals(
                                                                        "CreateContainerConfigError")
                                                        && c.text("state", "waiting", "message")
                                                                .equals(
                                                                        "secret \"words\" not found")));

        node.kubectl("create", "secret", "generic", "words", "--from-literal=magic=xyzzy");

        Await.that(
                "the pod to have ended",
                Duration.ofMinutes(2),
                () -> node.pod("keeper"),
                pod -> message(pod).equals("xyzzy"));
    }

    @Test
    void aVolumeWhoseSecretIsMissingIsToldAsAnEvent() {
        node.start();
        node.run(
                Manifest.of("empty-handed")
                        .spec("volumes: [{name: gone, secret: {secretName: not-there}}]")
                        .spec("containers:")
                        .spec("- name: main")
                        .spec("  image: " + Rig.BUSYBOX)
                        .spec(
                                "  command: [sh, -c, \"%s\"]"
                                        .formatted(Manifest.serve("objects-empty-handed")))
                        .spec("  volumeMounts: [{name: gone, mountPath: /gone}]"));

        assertThat(node.awaitEvent("empty-handed", "FailedMount").text("message"))
                .contains("MountVolume.SetUp failed for volume \"gone\"")
                .contains("secret \"not-there\" not found");
        assertThat(Processes.with("objects-empty-handed")).isEmpty();
    }

    @Test
    void aPodKnowsItselfAndTheServices() {
        node.start();
        node.run(
                Manifest.of("knowing")
                        .spec("restartPolicy: Never")
                        .spec("containers:")
                        .spec("- name: main")
                        .spec("  image: " + Rig.BUSYBOX)
                        .spec("  command: [sh, -c, \"echo -n $ME $KUBERNETES_SERVICE_PORT")
                        .spec("    > /dev/termination-log\"]")
                        .spec("  env:")
                        .spec("  - {name: ME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}"));

        assertThat(message(node.awaitPhase("knowing", "Succeeded"))).isEqualTo("knowing 443");
    }
}
