package io.jubelet.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import io.jubelet.config.flag.CommandLine;
import io.jubelet.config.kubelet.Configz;
import io.jubelet.model.codec.MessageReader;
import io.jubelet.model.codec.Strictness;
import io.jubelet.model.codec.Tree;
import io.jubelet.model.codec.Tree.Mapping;
import io.jubelet.model.codec.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Loads every example and compares `/configz` with what the Go kubelet v1.36.4 printed for it.
///
/// An example is a folder with any of `config.yaml` (`--config`), `conf.d` (`--config-dir`) and
/// `args` (further flags, one a line).
class GoldenConfigTest {
    private static final Path EXAMPLES = examples();

    static Stream<String> cases() throws IOException {
        try (var folders = Files.list(EXAMPLES)) {
            return folders
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void showsWhatTheGoKubeletShows(String name) throws IOException {
        var answer = "{\"kubeletconfig\":" + Configz.json(load(name).config()) + "}";
        assertThat(compact(answer)).isEqualTo(expected(name));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsItsOwnAnswerWithoutLoss(String name) {
        KubeletConfiguration config = load(name).config();
        Tree shown = tree(Configz.json(config));
        var again =
                MessageReader.read(
                        shown, KubeletConfiguration.getDefaultInstance(), Strictness.STRICT);
        assertThat(again.problems()).isEmpty();
        assertThat(again.message()).isEqualTo(config);
        assertThat(again.kind()).isEqualTo("KubeletConfiguration");
    }

    @Test
    void everyFieldDiffersFromItsDefaultInTheExampleWithEveryField() {
        KubeletConfiguration defaults = load("defaults").config();
        KubeletConfiguration changed = load("every-field").config();
        assertThat(KubeletConfiguration.getDescriptor().getFields())
                .hasSize(125)
                .allSatisfy(
                        field ->
                                assertThat(changed.getField(field))
                                        .as(field.getName())
                                        .isNotEqualTo(defaults.getField(field)));
    }

    @Test
    void unknownFieldsAreToldByFileLineAndName() {
        Path file = EXAMPLES.resolve("unknown-fields/config.yaml");
        assertThat(load("unknown-fields").warnings())
                .containsExactly(
                        file + ":3: unknown field \"notAField\"",
                        file + ":6: unknown field \"authentication.anonymous.extra\"");
        assertThat(load("duplicate-keys").warnings())
                .containsExactly(
                        file.resolveSibling("../duplicate-keys/config.yaml").normalize()
                                + ":4: duplicate field \"maxPods\"");
    }

    @Test
    void filesOfOtherKindsInTheDropInFolderAreToldAsSkipped() {
        assertThat(load("dropins").skippedFiles())
                .containsExactly(EXAMPLES.resolve("dropins/conf.d/30-ignored.yaml").toString());
    }

    private static LoadedConfig load(String name) {
        Path folder = EXAMPLES.resolve(name);
        var line = CommandLine.parse(arguments(folder.resolve("args")), _ -> {});
        return KubeletConfigLoader.load(
                existing(folder.resolve("config.yaml")),
                existing(folder.resolve("conf.d")),
                List.of(line::applyTo),
                line.featureGates());
    }

    private static List<String> arguments(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Path> existing(Path path) {
        return Files.exists(path) ? Optional.of(path) : Optional.empty();
    }

    private static String expected(String name) throws IOException {
        Path folder = EXAMPLES.resolve(name);
        return compact(Files.readString(folder.resolve("expected.json")))
                .replace("@DIR@", folder.toString());
    }

    /// One line per value, so that a difference is easy to see.
    private static String compact(String json) {
        return tree(json) instanceof Mapping mapping ? lines(mapping, "") : json;
    }

    private static String lines(Tree tree, String path) {
        return switch (tree) {
            case Tree.Scalar scalar -> path + " " + scalar.kind() + " " + scalar.text() + "\n";
            case Tree.Sequence sequence ->
                    path
                            + " list\n"
                            + String.join(
                                    "",
                                    sequence.items().stream()
                                            .map(item -> lines(item, path + "[]"))
                                            .toList());
            case Mapping mapping ->
                    path
                            + " object\n"
                            + String.join(
                                    "",
                                    mapping.entries().stream()
                                            .map(e -> lines(e.value(), path + "." + e.key()))
                                            .toList());
        };
    }

    private static Tree tree(String json) {
        return Yaml.documents("json", json.getBytes(StandardCharsets.UTF_8)).getFirst();
    }

    private static Path examples() {
        try {
            return Path.of(
                    Objects.requireNonNull(GoldenConfigTest.class.getResource("/kubeletconfig"))
                            .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
