package io.jubelet.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.e2e.harness.Await;
import io.jubelet.e2e.harness.ClusterNode;
import io.jubelet.e2e.harness.ContainerView;
import io.jubelet.e2e.harness.Json;
import io.jubelet.e2e.harness.Manifest;
import io.jubelet.e2e.harness.Rig;
import io.jubelet.e2e.harness.Rigs;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Images from a real registry: when they are pulled, with whose password, and what is told of one
/// that is not to be had.
@ParameterizedClass(name = "{0}")
@ArgumentsSource(Rigs.Newest.class)
@Tag("long")
final class ImagesIT {
    private static final String OPEN = "127.0.0.1:5001/";
    private static final String CLOSED = "127.0.0.1:5002/";
    private static final String BUSYBOX = Rig.BUSYBOX.substring("registry.k8s.io/".length());
    private static final String PASSWORD = "password";

    private final Rig rig;
    @RegisterExtension final ClusterNode node;

    ImagesIT(Rig rig) {
        this.rig = rig;
        node = new ClusterNode(rig);
    }

    @BeforeEach
    void startRegistry() {
        rig.registryUp();
    }

    @AfterEach
    void stopRegistry() {
        rig.registryDown();
    }

    private void pod(String name, String image, String policy, String ofSpec) {
        node.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
                spec:
                  nodeName: %s
                  terminationGracePeriodSeconds: 2
                  %s
                  containers:
                  - name: main
                    image: "%s"
                    imagePullPolicy: %s
                    command: [sh, -c, "%s"]
                """
                        .formatted(
                                name,
                                node.namespace(),
                                ClusterNode.NODE,
                                ofSpec,
                                image,
                                policy,
                                Manifest.serve("images-" + name)));
    }

    @Test
    void anImageThatIsThereIsNotPulledUnlessItShallAlwaysBe() {
        node.start();
        rig.push("once:1");
        pod("first", OPEN + "once:1", "IfNotPresent", "");
        node.awaitPodReady("first");
        pod("second", OPEN + "once:1", "IfNotPresent", "");
        pod("third", OPEN + "once:1", "Always", "");
        node.awaitPodReady("second");
        node.awaitPodReady("third");

        assertThat(node.awaitEvent("first", "Pulling").text("message"))
                .isEqualTo("Pulling image \"%sonce:1\"".formatted(OPEN));
        assertThat(node.awaitEvent("first", "Pulled").text("message"))
                .startsWith("Successfully pulled image \"%sonce:1\" in ".formatted(OPEN));
        assertThat(node.awaitEvent("second", "Pulled").text("message"))
                .contains("already present on machine");
        assertThat(node.events("second", "Pulling")).isEmpty();
        assertThat(node.awaitEvent("third", "Pulling").text("type")).isEqualTo("Normal");
    }

    @Test
    void anImageThatIsNowhereIsTriedAgainUntilItIsThere() {
        node.start();
        pod("patient", OPEN + "late:1", "IfNotPresent", "");
        awaitWait("patient", "ErrImagePull");
        awaitWait("patient", "ImagePullBackOff");
        assertThat(node.awaitEvent("patient", "Failed").text("message"))
                .startsWith("Failed to pull image \"%slate:1\": ".formatted(OPEN));
        assertThat(node.awaitEvent("patient", "BackOff").text("message"))
                .startsWith("Back-off pulling image \"%slate:1\"".formatted(OPEN));

        rig.push("late:1");

        Await.that(
                "the pod to run after its back-off",
                Duration.ofSeconds(90),
                () -> ContainerView.of(node.pod("patient")),
                ContainerView::ready);
    }

    private Json awaitWait(String pod, String reason) {
        return node.awaitPod(pod, reason, it -> ContainerView.of(it).waitsFor().equals(reason));
    }

    @Test
    void anImageIsFoundByItsDigestAndByNoOther() {
        node.start();
        pod("tagged", OPEN + BUSYBOX, "Always", "");
        var imageId = ContainerView.of(node.awaitPodReady("tagged")).status().text("imageID");
        var digest = imageId.substring(imageId.indexOf("sha256:"));
        var repository = OPEN + BUSYBOX.substring(0, BUSYBOX.indexOf(':'));
        pod("exact", repository + "@" + digest, "Always", "");
        pod("wrong", repository + "@sha256:" + "0".repeat(64), "Always", "");

        var exact = ContainerView.of(node.awaitPodReady("exact"));
        assertThat(exact.status().text("imageID")).endsWith(digest);
        node.awaitPod("wrong", "refused", it -> isRefused(ContainerView.of(it)));
    }

    @Test
    void aNameThatIsNoneIsNamed() {
        node.start();
        pod("nonsense", "UPPER/Case Name", "IfNotPresent", "");

        awaitWait("nonsense", "InvalidImageName");
        assertThat(node.awaitEvent("nonsense", "InspectFailed").text("message"))
                .contains("UPPER/Case Name");
    }

    @Test
    void aRegistryWithAPasswordWantsItFromThePod() {
        node.start();
        secret("right", PASSWORD);
        secret("wrong", "not-the-word");
        pod("stranger", CLOSED + BUSYBOX, "Always", "");
        pod("mistaken", CLOSED + BUSYBOX, "Always", "imagePullSecrets: [{name: wrong}]");
        pod("friend", CLOSED + BUSYBOX, "Always", "imagePullSecrets: [{name: right}]");

        node.awaitPodReady("friend");
        node.awaitPod("stranger", "refused", it -> isRefused(ContainerView.of(it)));
        node.awaitPod("mistaken", "refused", it -> isRefused(ContainerView.of(it)));
        assertThat(node.kubectl("get", "events,pods", "-o", "yaml")).doesNotContain("not-the-word");
    }

    private static boolean isRefused(ContainerView container) {
        return container.waitsFor().equals("ErrImagePull")
                || container.waitsFor().equals("ImagePullBackOff");
    }

    private void secret(String name, String password) {
        node.kubectl(
                "create",
                "secret",
                "docker-registry",
                name,
                "--docker-server=" + CLOSED.replace("/", ""),
                "--docker-username=user",
                "--docker-password=" + password);
    }

    @Test
    void aPullSecretThatIsNotThereIsToldAndHoldsUpNothing() {
        node.start();
        pod("forgetful", OPEN + BUSYBOX, "Always", "imagePullSecrets: [{name: not-there}]");
        node.awaitPodReady("forgetful");

        assertThat(node.awaitEvent("forgetful", "FailedToRetrieveImagePullSecret").text("message"))
                .contains("(not-there)");
    }
}
