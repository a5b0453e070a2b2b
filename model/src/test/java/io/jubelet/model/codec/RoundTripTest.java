package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Probe;
import io.jubelet.api.core.VolumeSource;
import io.jubelet.api.meta.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A manifest that uses every volume kind, probe and reference goes through the codec unharmed.
final class RoundTripTest {

    private final Decoded<Pod> decoded = decode(resource("everything.yaml"));
    private final Pod pod = decoded.message();

    @Test
    void strictReadingFindsNothingToObjectTo() {
        assertThat(decoded.problems()).isEmpty();
        assertThat(decoded.apiVersion()).isEqualTo("v1");
        assertThat(decoded.kind()).isEqualTo("Pod");
    }

    @Test
    void writtenJsonReadsBackAsTheSameMessage() {
        String json = MessageWriter.toJson(pod, "v1", "Pod");
        Decoded<Pod> again = decode(json);
        assertThat(again.problems()).isEmpty();
        assertThat(again.message()).isEqualTo(pod);
        assertThat(MessageWriter.toJson(again.message(), "v1", "Pod")).isEqualTo(json);
    }

    @Test
    void binaryFormReadsBackAsTheSameMessage() throws IOException {
        assertThat(Pod.parseFrom(pod.toByteArray())).isEqualTo(pod);
    }

    @Test
    void everyVolumeKindOccursInTheManifest() {
        var missing = new HashSet<FieldDescriptor>(VolumeSource.getDescriptor().getFields());
        pod.getSpec()
                .getVolumesList()
                .forEach(v -> missing.removeAll(v.getVolumeSource().getAllFields().keySet()));
        assertThat(missing).isEmpty();
    }

    @Test
    void inlinedMessagesAreFoundBehindTheirParents() {
        Probe liveness = pod.getSpec().getContainers(0).getLivenessProbe();
        assertThat(liveness.getHandler().getExec().getCommandList()).containsExactly("cat", "/ok");
        assertThat(liveness.getPeriodSeconds()).isEqualTo(15);
        assertThat(pod.getSpec().getEphemeralContainers(0).getEphemeralContainerCommon().getName())
                .isEqualTo("debug");
        assertThat(pod.getSpec().getVolumes(1).getVolumeSource().hasEmptyDir()).isTrue();
    }

    @Test
    void specialFormsHaveTheirValues() {
        assertThat(pod.getMetadata().getCreationTimestamp())
                .isEqualTo(Time.newBuilder().setSeconds(1_767_323_045L).build());
        assertThat(pod.getMetadata().getManagedFields(0).getTime().getSeconds())
                .isEqualTo(1_767_323_045L - 3600);
        assertThat(pod.getMetadata().getManagedFields(0).getFieldsV1().getRaw().toStringUtf8())
                .isEqualTo("{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:app\":{}}}}");
        var resources = pod.getSpec().getContainers(0).getResources();
        assertThat(resources.getLimitsOrThrow("cpu").getString()).isEqualTo("1500m");
        assertThat(resources.getLimitsOrThrow("example.com/gpu").getString()).isEqualTo("2");
    }

    private static Decoded<Pod> decode(String text) {
        List<Tree> trees = Yaml.documents("test", text.getBytes(StandardCharsets.UTF_8));
        return MessageReader.read(trees.getFirst(), Pod.getDefaultInstance(), Strictness.STRICT);
    }

    private static String resource(String name) {
        try (var in = RoundTripTest.class.getResourceAsStream(name)) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
