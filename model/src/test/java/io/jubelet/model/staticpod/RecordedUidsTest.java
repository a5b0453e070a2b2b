package io.jubelet.model.staticpod;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Yaml;
import io.jubelet.model.staticpod.StaticPodResult.Accepted;
import io.jubelet.model.staticpod.StaticPodResult.Rejected;
import io.jubelet.model.validation.ValidationOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Static pods have the uids that the Go kubelet gives them, to the last bit: were it one bit off,
/// a swap of the kubelets would replace every static pod of the node.
class RecordedUidsTest {
    private static final String URL = "http://127.0.0.1:39771/pods";

    record Row(String manifest, String ofFile, String ofUrl) {
        @Override
        public String toString() {
            return manifest;
        }
    }

    static Stream<Row> rows() throws IOException {
        return new String(resource("recorded.uids"), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" "))
                .map(parts -> new Row(parts[0], parts[1], parts[2]));
    }

    @ParameterizedTest(name = "the file {0}")
    @MethodSource("rows")
    void ofAFile(Row row) throws IOException {
        var source = new ManifestSource.File("/srv/manifests/" + row.manifest());
        assertThat(uid(row.manifest(), source)).isEqualTo(row.ofFile());
    }

    @ParameterizedTest(name = "{0} as an answer")
    @MethodSource("rows")
    void ofAnAnswer(Row row) throws IOException {
        assertThat(uid(row.manifest(), new ManifestSource.Url(URL))).isEqualTo(row.ofUrl());
    }

    private static String uid(String manifest, ManifestSource source) throws IOException {
        var written = Yaml.documents(manifest, resource(manifest)).getFirst();
        var decoded = MessageReader.read(written, Pod.getDefaultInstance(), Strictness.LENIENT);
        var pods = new StaticPods("node1", true, ValidationOptions.defaults());
        return switch (pods.fromManifest(decoded.message(), written, source, Instant.EPOCH)) {
            case Accepted(Pod pod) -> pod.getMetadata().getUid();
            case Rejected(String reason) -> throw new AssertionError(reason);
        };
    }

    private static byte[] resource(String name) throws IOException {
        try (var in = RecordedUidsTest.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new AssertionError("no " + name);
            }
            return in.readAllBytes();
        }
    }
}
