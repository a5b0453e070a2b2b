package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// A static pod of a node has a likeness in the API, which follows it and rules nothing.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class MirrorPodIT {
    @RegisterExtension final ClusterNode node;

    MirrorPodIT(Rig rig) {
        node = new ClusterNode(rig);
    }

    private static final String NAME = "mirrored-" + ClusterNode.NODE;

    @Test
    void aStaticPodIsSeenInTheApi() {
        node.start();
        node.kubelet().put(mirrored("one"));

        var pod = awaitRunning();

        assertThat(pod.text("metadata", "annotations", "kubernetes.io/config.source"))
                .isEqualTo("file");
        assertThat(pod.text("metadata", "annotations", "kubernetes.io/config.mirror"))
                .isEqualTo(pod.text("metadata", "annotations", "kubernetes.io/config.hash"));
        var owner = pod.items("metadata", "ownerReferences").getFirst();
        assertThat(owner.text("kind")).isEqualTo("Node");
        assertThat(owner.text("uid")).isEqualTo(node.node().text("metadata", "uid"));
        assertThat(owner.text("controller")).isEqualTo("true");
    }

    private Manifest mirrored(String version) {
        return Manifest.of("mirrored", Manifest.serve("mirror-" + version));
    }

    private Json awaitRunning() {
        return Await.that(
                "the mirror pod to be ready",
                Duration.ofSeconds(60),
                this::mirror,
                pod -> ClusterNode.condition(pod, "Ready").text("status").equals("True"));
    }

    private Json mirror() {
        return Json.parse(inDefault("get", "pod", NAME, "-o", "json"));
    }

    private String inDefault(String... arguments) {
        return node.plane().kubectl("-n", "default").and(arguments).succeed().out();
    }

    @Test
    void aDeletedMirrorPodComesBackAndItsContainerDoesNotNotice() {
        node.start();
        node.kubelet().put(mirrored("two"));
        var first = awaitRunning().text("metadata", "uid");
        var process = Processes.with("mirror-two");

        inDefault("delete", "pod", NAME, "--force", "--wait=false");

        Await.that(
                "another mirror pod",
                Duration.ofMinutes(2),
                this::mirror,
                pod -> !pod.text("metadata", "uid").equals(first));
        awaitRunning();
        assertThat(Processes.with("mirror-two")).isEqualTo(process);
    }

    @Test
    void anEditedManifestGetsANewMirrorPod() {
        node.start();
        node.kubelet().put(mirrored("three"));
        var first = awaitRunning();

        node.kubelet().put(mirrored("four"));

        Await.that(
                "the mirror pod of the new manifest",
                Duration.ofSeconds(60),
                this::mirror,
                pod ->
                        !hash(pod).equals(hash(first))
                                && ClusterNode.condition(pod, "Ready")
                                        .text("status")
                                        .equals("True"));
        assertThat(Processes.with("mirror-three")).isEmpty();
    }

    private static String hash(Json pod) {
        return pod.text("metadata", "annotations", "kubernetes.io/config.hash");
    }

    @Test
    void itGoesWithTheManifestEvenIfThatWentWhileTheKubeletWasAway() {
        node.start();
        node.kubelet().put(mirrored("five"));
        awaitRunning();
        node.kubelet().kill();
        node.kubelet().remove(mirrored("five"));

        node.start();

        Await.until(
                "the mirror pod to go",
                () -> inDefault("get", "pod", NAME, "--ignore-not-found", "-o", "name").isBlank());
        Await.until("its process to end", () -> Processes.with("mirror-five").isEmpty());
    }

    @Test
    void staticPodsRunWithoutTheApiServer() {
        node.plane().stop("kube-apiserver");
        try {
            node.launch();
            node.kubelet().put(mirrored("six"));
            Await.until("its process", () -> Processes.with("mirror-six").size() == 1);
        } finally {
            node.plane().start("kube-apiserver");
        }
        awaitRunning();
    }
}
