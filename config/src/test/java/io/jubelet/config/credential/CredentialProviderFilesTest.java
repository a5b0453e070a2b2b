package io.jubelet.config.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CredentialProviderFilesTest {
    private static final String HEAD =
            "apiVersion: kubelet.config.k8s.io/v1\nkind: CredentialProviderConfig\n";
    private static final String V1 = "credentialprovider.kubelet.k8s.io/v1";
    private static final String GOOD =
            """
            - name: test
              matchImages: ["registry.io/foobar"]
              defaultCacheDuration: 10m
              apiVersion: %s
              args: ["--v=5"]
              env: [{name: FOO, value: BAR}]
            """
                    .formatted(V1);

    @TempDir private Path folder;

    @BeforeEach
    void makeProgram() throws IOException {
        program("test");
    }

    @Test
    void configWith1PluginAnd1ImageMatcher() throws IOException {
        assertThat(read(HEAD + "providers:\n" + GOOD))
                .containsExactly(
                        new CredentialProvider(
                                "test",
                                List.of("registry.io/foobar"),
                                Optional.of(Duration.ofMinutes(10)),
                                V1,
                                List.of("--v=5"),
                                Map.of("FOO", "BAR"),
                                Optional.empty()));
    }

    @Test
    void filesOfAFolderAreMergedInTheirOrder() throws IOException {
        program("other");
        Files.writeString(
                folder.resolve("b.yaml"), HEAD + "providers:\n" + GOOD.replace("test", "other"));
        Files.writeString(folder.resolve("a.json"), HEAD + "providers:\n" + GOOD);
        Files.writeString(folder.resolve("ignored.txt"), "{");

        assertThat(CredentialProviderFiles.read(folder.toString(), folder.toString(), true))
                .extracting(CredentialProvider::name)
                .containsExactly("test", "other");
    }

    /// Cases of Test_validateCredentialProviderConfig.
    static Stream<Arguments> faults() {
        var invalid = "failed to validate credential provider config: ";
        return Stream.of(
                Arguments.of(
                        "no providers provided",
                        "providers: []",
                        invalid
                                + "providers: Required value: at least 1 item in plugins is"
                                + " required"),
                Arguments.of(
                        "no matchImages provided",
                        GOOD.replace("[\"registry.io/foobar\"]", "[]"),
                        invalid
                                + "providers.matchImages: Required value: at least 1 item in"
                                + " matchImages is required"),
                Arguments.of(
                        "no default cache duration provided",
                        GOOD.replace("  defaultCacheDuration: 10m\n", ""),
                        invalid + "providers.defaultCacheDuration: Required value"),
                Arguments.of(
                        "negative default cache duration",
                        GOOD.replace("10m", "-1m"),
                        invalid
                                + "providers.defaultCacheDuration: Invalid value: \"-1m0s\": must"
                                + " be greater than or equal to 0"),
                Arguments.of(
                        "name contains '/'",
                        GOOD.replace("test", "foo/../bar"),
                        invalid
                                + "providers.name: Invalid value: \"foo/../bar\": provider name"
                                + " cannot contain '/'"),
                Arguments.of(
                        "name is '.'",
                        GOOD.replace("test", "\".\""),
                        invalid
                                + "providers.name: Invalid value: \".\": provider name cannot be"
                                + " '.'"),
                Arguments.of(
                        "name is '..'",
                        GOOD.replace("test", "\"..\""),
                        invalid
                                + "providers.name: Invalid value: \"..\": provider name cannot be"
                                + " '..'"),
                Arguments.of(
                        "name contains spaces",
                        GOOD.replace("test", "foo bar"),
                        invalid
                                + "providers.name: Invalid value: \"foo bar\": provider name cannot"
                                + " contain spaces"),
                Arguments.of(
                        "invalid apiVersion",
                        GOOD.replace(V1, "credentialprovider.kubelet.k8s.io/v1alpha0"),
                        invalid
                                + "providers.apiVersion: Unsupported value:"
                                + " \"credentialprovider.kubelet.k8s.io/v1alpha0\": supported"
                                + " values: \"credentialprovider.kubelet.k8s.io/v1\","
                                + " \"credentialprovider.kubelet.k8s.io/v1alpha1\","
                                + " \"credentialprovider.kubelet.k8s.io/v1beta1\""),
                Arguments.of(
                        "invalid match image",
                        GOOD.replace("registry.io/foobar", "%invalid%"),
                        invalid
                                + "providers.matchImages: Invalid value: \"%invalid%\": match image"
                                + " is invalid: parse \"https://%invalid%\": invalid URL escape"
                                + " \"%in\""),
                Arguments.of(
                        "no apiVersion",
                        GOOD.replace("  apiVersion: " + V1 + "\n", ""),
                        invalid + "providers.apiVersion: Required value"),
                Arguments.of(
                        "duplicate names",
                        GOOD + GOOD,
                        "duplicate provider name \"test\" found in configuration file(s)"),
                Arguments.of(
                        "unknown field",
                        GOOD.replace("args:", "arguments:"),
                        "strict decoding error: unknown field \"providers[0].arguments\""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void whatIsWrongIsOneLine(String name, String providers, String message) {
        var text = providers.startsWith("providers") ? providers : "providers:\n" + providers;

        assertThatExceptionOfType(CredentialProviderException.class)
                .isThrownBy(() -> read(HEAD + text))
                .withMessageContaining(message);
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        var other = GOOD.replace("test", "other");

        assertThatExceptionOfType(CredentialProviderException.class)
                .isThrownBy(() -> read(HEAD + "providers:\n" + other))
                .withMessage("plugin binary executable %s/other did not exist".formatted(folder));
    }

    private void program(String name) throws IOException {
        var file = Files.writeString(folder.resolve(name), "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private List<CredentialProvider> read(String text) throws IOException {
        var file = Files.writeString(folder.resolve("config.yaml"), text);
        return CredentialProviderFiles.read(file.toString(), folder.toString(), true);
    }
}
