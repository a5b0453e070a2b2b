package io.jubelet.model.staticpod;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Toleration;
import io.jubelet.model.pod.PodNames;
import io.jubelet.model.staticpod.StaticPodResult.Accepted;
import io.jubelet.model.staticpod.StaticPodResult.Rejected;
import io.jubelet.model.testing.Manifests;
import io.jubelet.model.validation.ValidationOptions;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StaticPodsTest {
    private static final ManifestSource FILE = new ManifestSource.File("/manifests/web.yaml");
    private static final ManifestSource URL = new ManifestSource.Url("http://127.0.0.1/pods");
    private static final Instant SEEN = Instant.parse("2026-01-02T03:04:05.6Z");
    private static final Toleration STAY =
            Toleration.newBuilder().setOperator("Exists").setEffect("NoExecute").build();

    record Row(String sentence, Pod manifest, Function<Pod, Object> read, Object expected) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "the node's name ends the pod's name",
                        Manifests.spec("{}"),
                        pod -> pod.getMetadata().getName(),
                        "web-node1"),
                new Row(
                        "a pod without a namespace lives in the default one",
                        Manifests.spec("{}"),
                        pod -> pod.getMetadata().getNamespace(),
                        "default"),
                new Row(
                        "a namespace that is given stays",
                        Manifests.metadata("{namespace: kube-system}"),
                        pod -> pod.getMetadata().getNamespace(),
                        "kube-system"),
                new Row(
                        "the pod is bound to the node",
                        Manifests.spec("{nodeName: elsewhere}"),
                        pod -> pod.getSpec().getNodeName(),
                        "node1"),
                new Row(
                        "the pod is pending",
                        Manifests.spec("{}"),
                        pod -> pod.getStatus().getPhase(),
                        "Pending"),
                new Row(
                        "the pod has its defaults",
                        Manifests.spec("{}"),
                        pod -> pod.getSpec().getRestartPolicy(),
                        "Always"),
                new Row(
                        "a uid that is given stays, and is the hash",
                        Manifests.metadata("{uid: mine}"),
                        pod ->
                                List.of(
                                        pod.getMetadata().getUid(),
                                        annotation(pod, PodNames.CONFIG_HASH)),
                        List.of("mine", "mine")),
                new Row(
                        "the uid is 32 hex digits",
                        Manifests.spec("{}"),
                        pod -> pod.getMetadata().getUid().matches("[0-9a-f]{32}"),
                        true),
                new Row(
                        "the time it was seen has nine digits",
                        Manifests.spec("{}"),
                        pod -> annotation(pod, PodNames.CONFIG_SEEN),
                        "2026-01-02T03:04:05.600000000Z"),
                new Row(
                        "annotations that are given stay",
                        Manifests.metadata("{annotations: {a: b}}"),
                        pod -> annotation(pod, "a"),
                        "b"),
                new Row(
                        "trouble on the node is tolerated",
                        Manifests.spec("{tolerations: [{key: k, operator: Exists}]}"),
                        pod -> pod.getSpec().getTolerationsList().getLast(),
                        STAY),
                new Row(
                        "trouble that was tolerated for a while is tolerated for good",
                        Manifests.spec(
                                "{tolerations: [{operator: Exists, effect: NoExecute,"
                                        + " tolerationSeconds: 5}]}"),
                        pod -> pod.getSpec().getTolerationsList(),
                        List.of(STAY)),
                new Row(
                        "the pod is static and critical",
                        Manifests.spec("{}"),
                        pod -> List.of(PodNames.isStatic(pod), PodNames.isCritical(pod)),
                        List.of(true, true)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void makesThePodOfAFile(Row row) {
        assertThat(row.read().apply(accepted(row.manifest(), FILE))).isEqualTo(row.expected());
    }

    @Test
    void thePodOfAnAddressDiffersInSourceAndToleration() {
        Pod pod = accepted(Manifests.spec("{}"), URL);
        assertThat(annotation(pod, PodNames.CONFIG_SOURCE)).isEqualTo("http");
        assertThat(pod.getSpec().getTolerationsList()).isEmpty();
        assertThat(annotation(accepted(Manifests.spec("{}"), FILE), PodNames.CONFIG_SOURCE))
                .isEqualTo("file");
    }

    @Test
    void theUidStaysWhenTheManifestIsReadAgain() {
        Pod manifest = Manifests.metadata("{labels: {a: b, c: d, e: f}}");
        var later = StaticPods.fromManifest(manifest, FILE, "node1", SEEN.plusSeconds(60));
        assertThat(((Accepted) later).pod().getMetadata().getUid()).isEqualTo(uid(manifest, FILE));
    }

    @Test
    void theUidIsOneForTheDefaultsAndTheirAbsence() {
        assertThat(uid(Manifests.spec("{restartPolicy: Always}"), FILE))
                .isEqualTo(uid(Manifests.spec("{}"), FILE));
    }

    @Test
    void theUidChangesWithTheManifestThePlaceAndTheNode() {
        Pod manifest = Manifests.spec("{}");
        var otherNode = StaticPods.fromManifest(manifest, FILE, "node2", SEEN);
        assertThat(
                        List.of(
                                uid(manifest, FILE),
                                uid(Manifests.spec("{hostNetwork: true}"), FILE),
                                uid(manifest, new ManifestSource.File("/manifests/b.yaml")),
                                uid(manifest, URL),
                                ((Accepted) otherNode).pod().getMetadata().getUid()))
                .doesNotHaveDuplicates();
    }

    /// Kept fixed: another value would make every node take its static pods for new ones.
    @Test
    void theUidOfTheSmallestPodIsKnown() {
        assertThat(uid(Manifests.spec("{}"), FILE)).isEqualTo("becfbbe818324a4ac5cf14f5db49ed12");
    }

    @Test
    void aPodWithoutANameIsRefused() {
        assertThat(rejected(Manifests.pod("{spec: {containers: [{name: c, image: i}]}}")))
                .isEqualTo("invalid pod: name is needed for the pod");
    }

    @Test
    void everythingThatIsWrongIsListed() {
        assertThat(rejected(Manifests.container("{name: '', ports: [{name: http}]}")))
                .isEqualTo(
                        "invalid pod: [spec.containers[0].name: Required value"
                                + " spec.containers[0].ports[0].containerPort: Required value]");
    }

    @Test
    void aNodeWithCapitalsEndsThePodsNameInSmallLettersButIsNoNodeName() {
        assertThat(StaticPods.fromManifest(Manifests.spec("{}"), FILE, "Node1", SEEN))
                .extracting(Object::toString)
                .asString()
                .contains("spec.nodeName: Invalid value: \"Node1\"")
                .doesNotContain("metadata.name");
    }

    @Test
    void gatesOfValidationAreAskedFor() {
        ValidationOptions strict =
                new ValidationOptions(
                        true, false, false, true, false, false, false, true, true, true);
        StaticPods pods = new StaticPods("node1", true, strict);
        assertThat(pods.fromManifest(Manifests.container("{restartPolicy: Never}"), FILE, SEEN))
                .isEqualTo(
                        new Rejected(
                                "invalid pod: [spec.containers[0].restartPolicy: Forbidden: may"
                                        + " not be set for non-init containers]"));
    }

    private static String uid(Pod manifest, ManifestSource source) {
        return accepted(manifest, source).getMetadata().getUid();
    }

    private static Pod accepted(Pod manifest, ManifestSource source) {
        return switch (StaticPods.fromManifest(manifest, source, "node1", SEEN)) {
            case Accepted(Pod pod) -> pod;
            case Rejected(String reason) -> throw new AssertionError(reason);
        };
    }

    private static String rejected(Pod manifest) {
        return switch (StaticPods.fromManifest(manifest, FILE, "node1", SEEN)) {
            case Accepted(Pod pod) -> throw new AssertionError(pod);
            case Rejected(String reason) -> reason;
        };
    }

    private static String annotation(Pod pod, String key) {
        return pod.getMetadata().getAnnotationsOrThrow(key);
    }
}
