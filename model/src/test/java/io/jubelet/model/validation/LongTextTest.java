package io.jubelet.model.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.model.defaulting.PodDefaults;
import io.jubelet.model.testing.Manifests;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A manifest may be megabytes long: that must give messages, never an exhausted stack.
class LongTextTest {
    private static final String DOTTED = "a.".repeat(500_000) + "a";
    private static final String SLASHED = "a/".repeat(500_000) + "a";

    record Row(String sentence, Pod pod, String message) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(
                        "a name of half a million parts is too long",
                        Manifests.metadata("{name: " + DOTTED + "}"),
                        "must be no more than 253 characters"),
                new Row(
                        "so is a label's key",
                        labelled(DOTTED + "/b"),
                        "prefix part must be no more than 253 bytes"),
                new Row(
                        "so is a sysctl",
                        Manifests.spec("{securityContext: {sysctls: [{name: " + SLASHED + "}]}}"),
                        "must have at most 253 characters and match regex"),
                new Row(
                        "so is a search domain",
                        Manifests.spec("{dnsConfig: {searches: [" + DOTTED + "]}}"),
                        "must not have more than 2048 characters (including spaces)"),
                new Row(
                        "so is a Windows domain",
                        Manifests.container(
                                "{securityContext: {windowsOptions: {runAsUserName: '"
                                        + DOTTED
                                        + "\\u'}}}"),
                        "Domain length must be under 256 characters"),
                new Row(
                        "an image of half a million parts is merely not the latest",
                        Manifests.container("{image: '" + SLASHED + "', name: ''}"),
                        "spec.containers[0].name: Required value"));
    }

    /// YAML itself ends keys at 1024 characters, JSON does not.
    private static Pod labelled(String key) {
        Pod.Builder pod = Manifests.metadata("{}").toBuilder();
        pod.getMetadataBuilder().putLabels(key, "c");
        return pod.build();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void longTextsAreRefusedCalmly(Row row) {
        assertThat(PodValidator.validate(PodDefaults.apply(row.pod())))
                .anySatisfy(violation -> assertThat(violation.toString()).contains(row.message()));
    }
}
