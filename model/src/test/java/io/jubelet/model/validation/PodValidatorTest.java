package io.jubelet.model.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.model.defaulting.PodDefaults;
import io.jubelet.model.testing.Manifests;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs the tables in `*.cases`: a sentence, a part of a manifest, the messages it must give.
class PodValidatorTest {
    private static final List<String> TABLES =
            List.of(
                    "containers",
                    "environment",
                    "metadata",
                    "probes",
                    "resources",
                    "security",
                    "spec",
                    "volumes");

    record Row(String sentence, String manifest, List<String> messages) {
        @Override
        public String toString() {
            return sentence;
        }
    }

    static Stream<Row> rows() {
        return TABLES.stream().flatMap(table -> rows(table).stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void saysWhatIsWrong(Row row) {
        List<Violation> violations = PodValidator.validate(complete(row.manifest()));
        assertThat(violations)
                .extracting(Violation::toString)
                .containsExactlyInAnyOrderElementsOf(row.messages());
    }

    @Test
    void everyTableHasRows() {
        assertThat(TABLES).allSatisfy(table -> assertThat(rows(table)).hasSizeGreaterThan(15));
    }

    static Pod complete(String manifest) {
        int colon = manifest.indexOf(": ");
        String part = manifest.substring(colon + 2);
        Pod pod =
                switch (manifest.substring(0, colon)) {
                    case "pod" -> Manifests.pod(part);
                    case "metadata" -> Manifests.metadata(part);
                    case "spec" -> Manifests.spec(part);
                    case "container" -> Manifests.container(part);
                    case "init" -> Manifests.init(part);
                    case "ephemeral" -> Manifests.ephemeral(part);
                    case "volume" -> Manifests.volume(part);
                    default -> throw new IllegalArgumentException(manifest);
                };
        Pod.Builder defaulted = PodDefaults.apply(pod).toBuilder();
        if (defaulted.getMetadata().getNamespace().isEmpty()) {
            defaulted.getMetadataBuilder().setNamespace("default");
        }
        return defaulted.build();
    }

    private static List<Row> rows(String table) {
        List<Row> rows = new ArrayList<>();
        List<String> lines = read(table).lines().filter(line -> !line.isEmpty()).toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("## ")) {
                List<String> messages =
                        lines.stream()
                                .skip(i + 2)
                                .takeWhile(line -> line.startsWith("! "))
                                .map(line -> line.substring(2))
                                .toList();
                rows.add(new Row(lines.get(i).substring(3), lines.get(i + 1), messages));
            }
        }
        return rows;
    }

    private static String read(String table) {
        try (InputStream in = PodValidatorTest.class.getResourceAsStream(table + ".cases")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
