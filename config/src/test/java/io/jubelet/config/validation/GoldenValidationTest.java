package io.jubelet.config.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.config.file.KubeletConfigLoader;
import io.jubelet.config.gate.FeatureGates;
import io.jubelet.config.validation.HostFacts.CgroupVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Compares the one line about a bad configuration with the Go kubelet's (v1.36.4, cgroup v1).
///
/// Each case is three lines of `kubeletvalidation.txt`: the fields, `valid` or the line after
/// `! `, and an empty one. Every case but those that say otherwise has `failCgroupV1: false`.
class GoldenValidationTest {
    private static final String HEAD =
            "{\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\",\"kind\":\"KubeletConfiguration\"";

    static Stream<Arguments> cases() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        GoldenValidationTest.class.getResourceAsStream("/kubeletvalidation.txt"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("\n\n"))
                    .map(block -> block.split("\n", 2))
                    .map(pair -> Arguments.of(pair[0], pair[1].replace("\n", "")));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void saysWhatTheGoKubeletSays(String fields, String expected, @TempDir Path folder)
            throws IOException {
        Path file = folder.resolve("config.json");
        Files.writeString(file, document(fields));
        var config =
                KubeletConfigLoader.load(Optional.of(file), Optional.empty(), List.of(), Map.of())
                        .config();
        var gates = FeatureGates.of(config.getFeatureGatesMap());
        List<String> findings =
                ConfigValidator.validate(config, gates::enabled, new HostFacts(CgroupVersion.V1));
        assertThat(findings.isEmpty() ? "valid" : "! " + ConfigValidator.aggregate(findings))
                .isEqualTo(expected);
    }

    private static String document(String fields) {
        String own = fields.substring(1, fields.length() - 1);
        String host = own.contains("failCgroupV1") ? "" : ",\"failCgroupV1\":false";
        return HEAD + host + (own.isEmpty() ? "" : "," + own) + "}";
    }
}
