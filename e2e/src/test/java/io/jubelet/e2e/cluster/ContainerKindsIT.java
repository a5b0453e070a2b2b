package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// What a runtime and an API server must both do their part for: images as volumes, containers that
/// come to look, that ask for all to start over, that read variables from a file, and mounts that
/// are read-only all the way down.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class ContainerKindsIT {
    @RegisterExtension final ClusterNode node;

    ContainerKindsIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    /// @param more lines of the spec, indented by two
    private void pod(String name, String more) {
        node.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: 2
                %s
                """
                        .formatted(
                                name,
                                node.namespace(),
                                ClusterNode.NODE,
                                more.replace("IMAGE", Rig.BUSYBOX)));
    }

    private String inside(String pod, String container, String shell) {
        return node.kubectl("exec", pod, "-c", container, "--", "sh", "-c", shell).strip();
    }

    @Test
    void anImageIsMountedReadOnlyAsAVolume() {
        node.start();
        pod(
                "models",
                """
                  volumes: [{name: models, image: {reference: "IMAGE"}}]
                  containers:
                  - name: main
                    image: IMAGE
                    command: [sh, -c, "%s"]
                    volumeMounts: [{name: models, mountPath: /models}]
                """
                        .formatted(Manifest.serve("models")));
        node.awaitPodReady("models");

        assertThat(inside("models", "main", "test -e /models/bin/busybox && echo there"))
                .isEqualTo("there");
        assertThat(inside("models", "main", "touch /models/x 2>&1 || true")).contains("Read-only");
    }

    @Test
    void whoComesToLookSeesTheProcessesOfItsTarget() {
        node.start();
        node.run(Manifest.of("watched", Manifest.serve("under-watch")));
        node.awaitPodReady("watched");
        node.kubectl(
                "debug",
                "watched",
                "--image=" + Rig.BUSYBOX,
                "--target=main",
                "--container=looker",
                "--attach=false",
                "--",
                "sh",
                "-c",
                Manifest.serve("looking"));

        node.awaitPod(
                "watched",
                "looked at",
                it ->
                        it.items("status", "ephemeralContainerStatuses").stream()
                                .anyMatch(c -> !c.at("state", "running").keys().isEmpty()));
        assertThat(inside("watched", "looker", "ps")).contains("under-watch");
    }

    @Test
    void oneThatAsksForItMakesAllStartOverWithTheInitContainersFirst() {
        node.start();
        pod(
                "again",
                """
                  restartPolicy: Never
                  volumes: [{name: scratch, emptyDir: {}}]
                  initContainers:
                  - name: setup
                    image: IMAGE
                    command: [sh, -c, "echo setup >> /scratch/told"]
                    volumeMounts: [{name: scratch, mountPath: /scratch}]
                  containers:
                  - name: asker
                    image: IMAGE
                    command:
                    - sh
                    - -c
                    - test -e /scratch/asked && sleep 1000; touch /scratch/asked; exit 42
                    restartPolicy: Never
                    restartPolicyRules:
                    - {action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}
                    volumeMounts: [{name: scratch, mountPath: /scratch}]
                  - name: main
                    image: IMAGE
                    command: [sh, -c, "%s"]
                    volumeMounts: [{name: scratch, mountPath: /scratch}]
                """
                        .formatted(Manifest.serve("again")));
        node.awaitPod(
                "again",
                "all started over",
                it ->
                        it.items("status", "containerStatuses").size() == 2
                                && it.items("status", "containerStatuses").stream()
                                        .allMatch(
                                                c ->
                                                        c.text("restartCount").equals("1")
                                                                && c.text("ready").equals("true")));

        assertThat(inside("again", "main", "cat /scratch/told")).isEqualTo("setup\nsetup");
    }

    @Test
    void aVariableComesFromAFileThatThePodWrote() {
        node.start();
        pod(
                "reader",
                """
                  volumes: [{name: scratch, emptyDir: {}}]
                  initContainers:
                  - name: writer
                    image: IMAGE
                    command: [sh, -c, "echo WORD=\\\\'written\\\\' > /scratch/words"]
                    volumeMounts: [{name: scratch, mountPath: /scratch}]
                  containers:
                  - name: main
                    image: IMAGE
                    command: [sh, -c, "%s"]
                    env:
                    - name: WORD
                      valueFrom: {fileKeyRef: {volumeName: scratch, path: words, key: WORD}}
                """
                        .formatted(Manifest.serve("reader")));
        node.awaitPodReady("reader");

        assertThat(inside("reader", "main", "echo $WORD")).isEqualTo("written");
    }

    @Test
    void aReadOnlyMountIsReadOnlyAllTheWayDown() {
        node.start();
        pod(
                "deep",
                """
                  volumes: [{name: proc, hostPath: {path: /dev}}]
                  containers:
                  - name: main
                    image: IMAGE
                    command: [sh, -c, "%s"]
                    volumeMounts:
                    - {name: proc, mountPath: /outer, readOnly: true, recursiveReadOnly: IfPossible}
                """
                        .formatted(Manifest.serve("deep")));
        var mount =
                node.awaitPodReady("deep")
                        .items("status", "containerStatuses")
                        .getFirst()
                        .items("volumeMounts")
                        .getFirst();

        assertThat(mount.text("recursiveReadOnly")).isEqualTo("Enabled");
        assertThat(inside("deep", "main", "touch /outer/shm/x 2>&1 || true")).contains("Read-only");
    }
}
