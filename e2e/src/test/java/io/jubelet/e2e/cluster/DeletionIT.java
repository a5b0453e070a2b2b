package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Processes;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// A pod that is deleted ends in order, and is gone from the API when nothing of it is left.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
final class DeletionIT {
    private final Rig rig;
    @RegisterExtension final ClusterNode node;

    DeletionIT(Rig rig) {
        this.rig = rig;
        node = new ClusterNode(rig);
    }

    @Test
    void aDeletedPodFinishesItsWorkAndIsGone() {
        node.start();
        node.run(
                Manifest.of(
                        "tidy",
                        ": deletion-tidy; trap 'sleep 2; exit 3' TERM; while true; do sleep 0.1; done"));
        node.awaitPodReady("tidy");

        node.kubectl("delete", "pod", "tidy", "--wait=false");
        node.awaitPod(
                "tidy", "deleting", pod -> !pod.text("metadata", "deletionTimestamp").isEmpty());
        node.awaitGone("pod", "tidy");

        assertThat(Processes.with("deletion-tidy")).isEmpty();
        assertThat(node.awaitEvent("tidy", "Killing").text("message"))
                .isEqualTo("Stopping container main");
        Await.until("its containers to be removed", () -> rig.containers("tidy").isEmpty());
    }

    @Test
    void aShorterGraceEndsALongerOne() {
        node.oursAlone("the Go kubelet waits for the longer grace");
        node.start();
        node.run(
                Manifest.of("deaf", deaf("deletion-deaf"))
                        .spec("terminationGracePeriodSeconds: 600"));
        node.awaitPodReady("deaf");
        node.kubectl("delete", "pod", "deaf", "--wait=false");
        node.awaitEvent("deaf", "Killing");

        node.kubectl("delete", "pod", "deaf", "--wait=false", "--grace-period=2");

        node.awaitGone("pod", "deaf");
        assertThat(Processes.with("deletion-deaf")).isEmpty();
    }

    @Test
    void aForcedDeletionIsGoneFromTheApiAtOnceAndFromTheNodeSoon() {
        node.start();
        node.run(
                Manifest.of("forced", deaf("deletion-forced"))
                        .spec("terminationGracePeriodSeconds: 5"));
        node.awaitPodReady("forced");

        node.kubectl("delete", "pod", "forced", "--force", "--wait=false");

        node.awaitGone("pod", "forced");
        Await.until("its process to end", () -> Processes.with("deletion-forced").isEmpty());
    }

    @Test
    void aPodOfTheSameNameStartsAfterwards() {
        node.start();
        node.run(Manifest.of("twin", Manifest.serve("deletion-twin-one")));
        var first = node.awaitPodReady("twin").text("metadata", "uid");
        node.kubectl("delete", "pod", "twin");
        node.run(Manifest.of("twin", Manifest.serve("deletion-twin-two")));

        var second = node.awaitPodReady("twin").text("metadata", "uid");

        assertThat(second).isNotEqualTo(first);
        assertThat(Processes.with("deletion-twin-one")).isEmpty();
        assertThat(Processes.with("deletion-twin-two")).hasSize(1);
    }

    @Test
    void whatWasDeletedWhileTheKubeletWasAwayEndsWhenItIsBack() {
        node.start();
        node.run(Manifest.of("orphan", Manifest.serve("deletion-orphan")));
        node.awaitPodReady("orphan");
        node.kubelet().kill();
        node.kubectl("delete", "pod", "orphan", "--force", "--wait=false");
        node.awaitGone("pod", "orphan");

        node.start();

        Await.until("its process to end", () -> Processes.with("deletion-orphan").isEmpty());
    }

    private static String deaf(String marker) {
        return ": %s; trap '' TERM; while true; do sleep 0.1; done".formatted(marker);
    }
}
