package io.jubelet.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.api.kubeletconfig.KubeletConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Who wins over whom, and what is said about input that cannot be used.
class KubeletConfigLoaderTest {
    private static final String HEAD =
            "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

    @TempDir Path folder;

    @Test
    void flagsWinOverDropInsAndDropInsOverTheFile() throws IOException {
        Path file = write("config.yaml", HEAD + "maxPods: 1\nport: 1001\npodsPerCore: 5\n");
        write("conf.d/a.conf", HEAD + "maxPods: 2\nport: 1002\n");
        KubeletConfiguration config =
                load(
                        Optional.of(file),
                        Optional.of(folder.resolve("conf.d")),
                        b -> b.setMaxPods(3));
        assertThat(config.getMaxPods()).isEqualTo(3);
        assertThat(config.getPort()).isEqualTo(1002);
        assertThat(config.getPodsPerCore()).isEqualTo(5);
    }

    @Test
    void aFlagMaySetAFieldToZeroWhereAFileCannot() throws IOException {
        Path file = write("config.yaml", HEAD + "port: 0\n");
        assertThat(load(Optional.of(file), Optional.empty(), _ -> {}).getPort()).isEqualTo(10250);
        KubeletConfiguration config =
                load(Optional.of(file), Optional.empty(), builder -> builder.setPort(0));
        assertThat(config.hasPort()).isFalse();
    }

    @Test
    void withoutAFileTheLegacyDefaultsHoldUnderTheFlags() {
        KubeletConfiguration config =
                load(Optional.empty(), Optional.empty(), builder -> builder.setMaxPods(7));
        assertThat(config.getMaxPods()).isEqualTo(7);
        assertThat(config.getReadOnlyPort()).isEqualTo(10255);
        assertThat(config.getAuthentication().getAnonymous().getEnabled()).isTrue();
        assertThat(config.getAuthentication().getWebhook().getEnabled()).isFalse();
        assertThat(config.getAuthorization().getMode()).isEqualTo("AlwaysAllow");
        assertThat(config.getEvictionHardMap()).isEmpty();
    }

    @Test
    void gatesOfTheFlagsAreMergedOverThoseOfTheFile() throws IOException {
        Path file =
                write("config.yaml", HEAD + "featureGates: {MemoryQoS: true, EventedPLEG: true}\n");
        KubeletConfiguration config =
                KubeletConfigLoader.load(
                                Optional.of(file),
                                Optional.empty(),
                                List.of(
                                        b ->
                                                b.clearFeatureGates()
                                                        .putFeatureGates("PodsAPI", true)),
                                Map.of("PodsAPI", true, "EventedPLEG", false))
                        .config();
        assertThat(config.getFeatureGatesMap())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("MemoryQoS", true, "EventedPLEG", false, "PodsAPI", true));
    }

    @Test
    void aGateOfTheFlagsDecidesADefaultOfTheFile() throws IOException {
        Path file = write("config.yaml", HEAD);
        KubeletConfiguration config =
                KubeletConfigLoader.load(
                                Optional.of(file),
                                Optional.empty(),
                                List.of(),
                                Map.of("KubeletCrashLoopBackOffMax", false))
                        .config();
        assertThat(config.getCrashLoopBackOff().hasMaxContainerRestartPeriod()).isFalse();
    }

    @Test
    void aFaultInADropInNamesItsFileAndLine() throws IOException {
        write("conf.d/a.conf", HEAD + "maxPods: 2\n");
        Path bad = write("conf.d/b.conf", HEAD + "port: 1\nmaxPods: many\n");
        assertThatThrownBy(
                        () ->
                                load(
                                        Optional.empty(),
                                        Optional.of(folder.resolve("conf.d")),
                                        _ -> {}))
                .isInstanceOf(ConfigFileException.class)
                .hasMessage(
                        "failed to merge kubelet configs: "
                                + bad
                                + ":4: json: cannot unmarshal string into Go struct field"
                                + " KubeletConfiguration.maxPods of type int32");
    }

    @Test
    void aKeyThatComesTwiceInADropInIsAnError() throws IOException {
        Path bad = write("conf.d/b.conf", HEAD + "maxPods: 1\nmaxPods: 2\n");
        assertThatThrownBy(
                        () ->
                                load(
                                        Optional.empty(),
                                        Optional.of(folder.resolve("conf.d")),
                                        _ -> {}))
                .hasMessageEndingWith(bad + ":4: key \"maxPods\" already set in map");
    }

    @Test
    void aDropInFolderThatIsMissingIsAnError() {
        Path missing = folder.resolve("none");
        assertThatThrownBy(() -> load(Optional.empty(), Optional.of(missing), _ -> {}))
                .isInstanceOf(ConfigFileException.class)
                .hasMessage(
                        "failed to merge kubelet configs: failed to walk through kubelet dropin"
                                + " directory \"%s\": no such file or directory"
                                        .formatted(missing));
    }

    @Test
    void jsonIsReadAsWellAsYaml() throws IOException {
        Path file =
                write(
                        "config.json",
                        "{\"kind\":\"KubeletConfiguration\",\"maxPods\":9,"
                                + "\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\"}");
        assertThat(load(Optional.of(file), Optional.empty(), _ -> {}).getMaxPods()).isEqualTo(9);
    }

    static Stream<Arguments> unusable() {
        return Stream.of(
                Arguments.of("an empty file", "", "kubelet config file \"FILE\" was empty"),
                Arguments.of("a comment", "# nothing\n", "FILE: Object 'Kind' is missing"),
                Arguments.of("a list", "- a\n", "FILE: Object 'Kind' is missing"),
                Arguments.of("no kind", "maxPods: 1\n", "FILE: Object 'Kind' is missing"),
                Arguments.of(
                        "no version",
                        "kind: KubeletConfiguration\n",
                        "FILE: Object 'apiVersion' is missing"),
                Arguments.of(
                        "another version",
                        "apiVersion: kubelet.config.k8s.io/v1beta9\nkind: KubeletConfiguration\n",
                        "FILE: no kind \"KubeletConfiguration\" is registered for version"
                                + " \"kubelet.config.k8s.io/v1beta9\": expected"
                                + " KubeletConfiguration of kubelet.config.k8s.io/v1beta1"),
                Arguments.of(
                        "another kind",
                        "apiVersion: v1\nkind: Pod\n",
                        "FILE: no kind \"Pod\" is registered for version \"v1\": expected"
                                + " KubeletConfiguration of kubelet.config.k8s.io/v1beta1"),
                Arguments.of(
                        "a wrong type",
                        HEAD + "maxPods: many\n",
                        "FILE:3: json: cannot unmarshal string into Go struct field"
                                + " KubeletConfiguration.maxPods of type int32"),
                Arguments.of(
                        "a number that does not fit",
                        HEAD + "port: 99999999999\n",
                        "FILE:3: json: cannot unmarshal number 99999999999 into Go struct field"
                                + " KubeletConfiguration.port of type int32"),
                Arguments.of(
                        "a duration without unit",
                        HEAD + "syncFrequency: 10x\n",
                        "FILE:3: syncFrequency: time: unknown unit \"x\" in duration \"10x\""),
                Arguments.of(
                        "an unknown gate",
                        HEAD + "featureGates: {Nope: true}\n",
                        "unrecognized feature gate: Nope"),
                Arguments.of(
                        "a locked gate",
                        HEAD + "featureGates: {NodeSwap: false}\n",
                        "cannot set feature gate NodeSwap to false, feature is locked to true"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unusable")
    void saysInOneLineWhyAFileCannotBeUsed(String name, String content, String expected)
            throws IOException {
        Path file = write("config.yaml", content);
        assertThatThrownBy(() -> load(Optional.of(file), Optional.empty(), _ -> {}))
                .as(name)
                .isInstanceOf(ConfigFileException.class)
                .hasMessage(
                        "failed to load kubelet config file, path: "
                                + file
                                + ", error: "
                                + expected.replace("FILE", file.toString()));
    }

    @Test
    void brokenYamlIsOneLineWithItsPlace() throws IOException {
        Path file = write("config.yaml", HEAD + "clusterDNS: [\n");
        assertThatThrownBy(() -> load(Optional.of(file), Optional.empty(), _ -> {}))
                .isInstanceOf(ConfigFileException.class)
                .message()
                .contains(file + ":")
                .doesNotContain("\n");
    }

    @Test
    void aFileThatIsMissingOrAFolderIsOneLine() {
        Path missing = folder.resolve("none.yaml");
        assertThatThrownBy(() -> load(Optional.of(missing), Optional.empty(), _ -> {}))
                .hasMessageEndingWith("error: open " + missing + ": no such file or directory");
        assertThatThrownBy(() -> load(Optional.of(folder), Optional.empty(), _ -> {}))
                .hasMessageEndingWith("error: open " + folder + ": is a directory");
    }

    private static KubeletConfiguration load(
            Optional<Path> config, Optional<Path> dropIns, ConfigOverride flag) {
        return KubeletConfigLoader.load(config, dropIns, List.of(flag), Map.of()).config();
    }

    private Path write(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }
}
