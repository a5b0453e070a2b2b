package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Event;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodList;
import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Fields get the values, and faults the words, that upstream's decoder gives them.
final class MessageReaderTest {

    @Test
    void strictReadingReportsEveryUnknownFieldWithPathAndLine() {
        var decoded =
                strict(
                        """
                        apiVersion: v1
                        kind: Pod
                        spec:
                          containers:
                          - name: c
                            foo: 1
                            livenessProbe: {exec: {}, bar: x}
                          bogus: {a: b}
                        Metadata: {}
                        """);
        assertThat(decoded.problems())
                .extracting(Problem::toString)
                .containsExactly(
                        "f:6: unknown field \"spec.containers[0].foo\"",
                        "f:7: unknown field \"spec.containers[0].livenessProbe.bar\"",
                        "f:8: unknown field \"spec.bogus\"",
                        "f:9: unknown field \"Metadata\"");
        assertThat(decoded.message().getSpec().getContainers(0).getName()).isEqualTo("c");
    }

    @Test
    void strictReadingReportsDuplicatesAndTheLastOneCounts() {
        var decoded =
                strict("kind: Pod\nmetadata: {name: a, name: b, labels: {x: y, x: z}}\nkind: Pod");
        assertThat(decoded.problems())
                .extracting(Problem::text)
                .containsExactly(
                        "duplicate field \"metadata.name\"",
                        "duplicate field \"metadata.labels.x\"",
                        "duplicate field \"kind\"");
        assertThat(decoded.message().getMetadata().getName()).isEqualTo("b");
        assertThat(decoded.message().getMetadata().getLabelsMap()).containsEntry("x", "z");
    }

    @Test
    void duplicateListsDoNotAddUp() {
        var pod = strict("spec:\n  containers: [{name: a}]\n  containers: [{name: b}]\n").message();
        assertThat(pod.getSpec().getContainersList()).hasSize(1);
    }

    @Test
    void lenientReadingPassesOverBoth() {
        var decoded = read("foo: 1\nspec: {a: 1, a: 2}", Strictness.LENIENT);
        assertThat(decoded.problems()).isEmpty();
        assertThat(decoded.message().hasSpec()).isTrue();
    }

    @Test
    void inlinedFieldIsUnknownByItsOwnName() {
        assertThat(strict("spec: {volumes: [{name: v, volumeSource: {}}]}").problems())
                .extracting(Problem::path)
                .containsExactly("spec.volumes[0].volumeSource");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "metadata: {name: 5}|number into Go struct field ObjectMeta.metadata.name of type string",
                "spec: {hostNetwork: \"true\"}|string into Go struct field PodSpec.spec.hostNetwork of type bool",
                "spec: {priority: \"1\"}|string into Go struct field PodSpec.spec.priority of type int32",
                "spec: {priority: 99999999999}|number 99999999999 into Go struct field PodSpec.spec.priority of type int32",
                "spec: {priority: 1.5}|number 1.5 into Go struct field PodSpec.spec.priority of type int32",
                "spec: {containers: {a: b}}|object into Go struct field PodSpec.spec.containers of type []v1.Container",
                "spec: []|array into Go struct field Pod.spec of type v1.PodSpec",
                "spec: {nodeSelector: {a: 1}}|number into Go struct field PodSpec.spec.nodeSelector of type string",
                "spec: {nodeSelector: [a]}|array into Go struct field PodSpec.spec.nodeSelector of type map[string]string",
                "spec: {containers: [{livenessProbe: {exec: 5}}]}|number into Go struct field Probe.spec.containers.livenessProbe.ProbeHandler.exec of type v1.ExecAction",
                "spec: {containers: [{livenessProbe: {httpGet: {port: true}}}]}|bool into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port of type int32",
                "metadata: {creationTimestamp: 5}|number into Go struct field ObjectMeta.metadata.creationTimestamp of type string",
                "kind: 5|number into Go struct field TypeMeta.kind of type string",
            })
    void wrongTypesAreSaidAsGoSaysThem(String text, String words) {
        assertThatThrownBy(() -> strict(text))
                .isInstanceOf(DecodeException.class)
                .hasMessage("f:1: json: cannot unmarshal " + words);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "spec: {overhead: {cpu: abc}}|spec.overhead.cpu: quantities must match the regular expression",
                "spec: {overhead: {cpu: true}}|spec.overhead.cpu: quantities must match the regular expression",
                "spec: {overhead: {cpu: 1Kii}}|spec.overhead.cpu: unable to parse quantity's suffix",
                "metadata: {creationTimestamp: yesterday}|metadata.creationTimestamp: parsing time \"yesterday\"",
                "metadata: {creationTimestamp: 2026-13-01T00:00:00Z}|metadata.creationTimestamp: parsing time",
                "metadata: {creationTimestamp: 2026-01-01T00:00Z}|metadata.creationTimestamp: parsing time",
                "[]|json: cannot unmarshal array into Go value of type v1.Pod",
                "text|json: cannot unmarshal string into Go value of type v1.Pod",
            })
    void unreadableValuesNameTheirField(String text, String words) {
        assertThatThrownBy(() -> strict(text))
                .isInstanceOf(DecodeException.class)
                .satisfies(e -> assertThat(e.getMessage()).startsWith("f:1: " + words));
    }

    @Test
    void nullIsAsGoodAsAbsent() {
        var pod =
                strict(
                                "metadata: {labels: null, name: ~}\n"
                                        + "spec: {volumes: [{name: v, emptyDir: null}]}\nstatus:")
                        .message();
        assertThat(pod.getMetadata().hasName()).isFalse();
        assertThat(pod.getSpec().getVolumes(0).hasVolumeSource()).isFalse();
        assertThat(pod.hasStatus()).isFalse();
    }

    @Test
    void nullInAListOrMapIsTheZeroValue() {
        var spec =
                strict("spec: {containers: [~, {command: [~, a]}], nodeSelector: {a: ~}}")
                        .message()
                        .getSpec();
        assertThat(spec.getContainersCount()).isEqualTo(2);
        assertThat(spec.getContainers(1).getCommandList()).containsExactly("", "a");
        assertThat(spec.getNodeSelectorMap()).containsEntry("a", "");
    }

    @Test
    void wholeNumbersWrittenAsFractionsAreAcceptedInYamlButNotInJson() {
        assertThat(strict("spec: {priority: 1e3}").message().getSpec().getPriority())
                .isEqualTo(1000);
        assertThatThrownBy(() -> strict("{\"spec\": {\"priority\": 1e3}}"))
                .hasMessageContaining("cannot unmarshal number 1e3");
    }

    @Test
    void bytesAreBase64WithPadding() {
        var map = read("binaryData: {a: aGVsbG8=}", ConfigMap.getDefaultInstance());
        assertThat(map.message().getBinaryDataOrThrow("a").toStringUtf8()).isEqualTo("hello");
        assertThatThrownBy(() -> read("binaryData: {a: aGVsbG8}", ConfigMap.getDefaultInstance()))
                .hasMessage("f:1: binaryData.a: illegal base64 data");
    }

    @Test
    void microTimeWantsSixDigits() {
        var event =
                read("eventTime: \"2026-01-02T03:04:05.123456Z\"", Event.getDefaultInstance())
                        .message();
        assertThat(event.getEventTime().getNanos()).isEqualTo(123_456_000);
        assertThatThrownBy(
                        () ->
                                read(
                                        "eventTime: \"2026-01-02T03:04:05Z\"",
                                        Event.getDefaultInstance()))
                .hasMessageContaining("eventTime: parsing time");
    }

    @Test
    void itemsOfAListMaySayTheirType() {
        var list =
                read(
                        "kind: PodList\nitems: [{apiVersion: v1, kind: Pod, metadata: {name: a}}]",
                        PodList.getDefaultInstance());
        assertThat(list.problems()).isEmpty();
        assertThat(list.message().getItems(0).getMetadata().getName()).isEqualTo("a");
    }

    @Test
    void typeIsNotAcceptedInsideAnObject() {
        assertThat(strict("spec: {kind: x}").problems())
                .extracting(Problem::path)
                .containsExactly("spec.kind");
    }

    @Test
    void emptyDocumentIsAnEmptyMessage() {
        var decoded = strict("---\n");
        assertThat(decoded.message()).isEqualTo(Pod.getDefaultInstance());
        assertThat(decoded.kind()).isEmpty();
    }

    @Test
    void configurationHasItsOwnForms() {
        var decoded =
                read(
                        """
                        apiVersion: kubelet.config.k8s.io/v1beta1
                        kind: KubeletConfiguration
                        syncFrequency: 1m30s
                        memoryThrottlingFactor: 0.8
                        featureGates: {A: true, B: no}
                        staticPodURLHeader: {X: [a, b]}
                        logging: {flushFrequency: 5000000000, verbosity: 4294967295}
                        """,
                        KubeletConfiguration.getDefaultInstance());
        var config = decoded.message();
        assertThat(decoded.problems()).isEmpty();
        assertThat(config.getSyncFrequency().getNanos()).isEqualTo(90_000_000_000L);
        assertThat(config.getFeatureGatesMap()).containsEntry("A", true).containsEntry("B", false);
        assertThat(MessageWriter.toJson(config, decoded.apiVersion(), decoded.kind()))
                .isEqualTo(
                        "{\"kind\":\"KubeletConfiguration\","
                                + "\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                                + "\"syncFrequency\":\"1m30s\","
                                + "\"staticPodURLHeader\":{\"X\":[\"a\",\"b\"]},"
                                + "\"featureGates\":{\"A\":true,\"B\":false},"
                                + "\"logging\":{\"flushFrequency\":5000000000,"
                                + "\"verbosity\":4294967295},"
                                + "\"memoryThrottlingFactor\":0.8}");
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "syncFrequency: 60|json: cannot unmarshal number into Go struct field KubeletConfiguration.syncFrequency of type string",
                "syncFrequency: 1 minute|syncFrequency: time: unknown unit \" minute\" in duration \"1 minute\"",
                "logging: {verbosity: -1}|json: cannot unmarshal number -1 into Go struct field LoggingConfiguration.logging.verbosity of type uint32",
                "featureGates: {A: maybe}|json: cannot unmarshal string into Go struct field KubeletConfiguration.featureGates of type bool",
            })
    void configurationFaultsAreOneLine(String text, String words) {
        assertThatThrownBy(() -> read(text, KubeletConfiguration.getDefaultInstance()))
                .hasMessage("f:1: " + words);
    }

    private static Decoded<Pod> strict(String text) {
        return read(text, Pod.getDefaultInstance());
    }

    private static Decoded<Pod> read(String text, Strictness strictness) {
        return MessageReader.read(tree(text), Pod.getDefaultInstance(), strictness);
    }

    private static <M extends com.google.protobuf.Message> Decoded<M> read(String text, M type) {
        return MessageReader.read(tree(text), type, Strictness.STRICT);
    }

    private static Tree tree(String text) {
        return Yaml.documents("f", text.getBytes(StandardCharsets.UTF_8)).getFirst();
    }
}
