package io.jubelet.config.credential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What a program may want of service accounts.
final class TokenAttributesTest {
    private static final String VERSION = "credentialprovider.kubelet.k8s.io/";
    private static final String PATH = "providers.tokenAttributes";
    private static final String NO_NAME =
            ": Invalid value: \"cantendwithadash-\": name part must consist of alphanumeric"
                    + " characters, '-', '_' or '.', and must start and end with an alphanumeric"
                    + " character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
                    + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final Wanted GOOD =
            new Wanted("audience", "Token", Optional.of(true), List.of(), List.of());

    record Wanted(
            String audience,
            String cacheType,
            Optional<Boolean> required,
            List<String> requiredKeys,
            List<String> optionalKeys) {
        Wanted keys(List<String> required, List<String> optional) {
            return new Wanted(audience, cacheType, this.required, required, optional);
        }

        TokenAttributes attributes() {
            return new TokenAttributes(audience, cacheType, required, requiredKeys, optionalKeys);
        }
    }

    /// Cases of Test_validateCredentialProviderConfig.
    static Stream<Arguments> wrong() {
        var twice = List.of("now-with-dashes/simple", "now-with-dashes/simple");
        var bad = List.of("cantendwithadash-");
        return Stream.of(
                arguments(
                        "token attributes not nil but empty ServiceAccountTokenAudience",
                        new Wanted("", "Token", Optional.of(true), List.of(), List.of()),
                        PATH + ".serviceAccountTokenAudience: Required value"),
                arguments(
                        "token attributes not nil but empty CacheType",
                        new Wanted("audience", "", Optional.of(true), List.of(), List.of()),
                        PATH
                                + ".cacheType: Required value: cacheType is required to be set when"
                                + " tokenAttributes is specified. Supported values are:"
                                + " ServiceAccount, Token"),
                arguments(
                        "token attributes not nil, invalid CacheType",
                        new Wanted(
                                "audience",
                                "invalid-cache-type",
                                Optional.of(true),
                                List.of(),
                                List.of()),
                        PATH
                                + ".cacheType: Unsupported value: \"invalid-cache-type\": supported"
                                + " values: \"ServiceAccount\", \"Token\""),
                arguments(
                        "token attributes not nil but empty ServiceAccountTokenRequired",
                        new Wanted("audience", "Token", Optional.empty(), List.of(), List.of()),
                        PATH + ".requireServiceAccount: Required value"),
                arguments(
                        "required service account annotation keys not qualified name (same"
                                + " validation as metav1.ObjectMeta)",
                        GOOD.keys(bad, List.of()),
                        PATH + ".requiredServiceAccountAnnotationKeys" + NO_NAME),
                arguments(
                        "optional service account annotation keys not qualified name (same"
                                + " validation as metav1.ObjectMeta)",
                        GOOD.keys(List.of(), bad),
                        PATH + ".optionalServiceAccountAnnotationKeys" + NO_NAME),
                arguments(
                        "duplicate required service account annotation keys",
                        GOOD.keys(twice, List.of()),
                        PATH
                                + ".requiredServiceAccountAnnotationKeys: Duplicate value:"
                                + " \"now-with-dashes/simple\""),
                arguments(
                        "duplicate optional service account annotation keys",
                        GOOD.keys(List.of(), twice),
                        PATH
                                + ".optionalServiceAccountAnnotationKeys: Duplicate value:"
                                + " \"now-with-dashes/simple\""),
                arguments(
                        "annotation key in required and optional keys",
                        GOOD.keys(
                                List.of("now-with-dashes/simple-1", "now-with-dashes/simple-2"),
                                List.of("now-with-dashes/simple-2", "now-with-dashes/simple-3")),
                        PATH
                                + ": Invalid value: [\"now-with-dashes/simple-2\"]: annotation keys"
                                + " cannot be both required and optional"),
                arguments(
                        "required annotation keys set when requireServiceAccount is false",
                        new Wanted(
                                "audience",
                                "ServiceAccount",
                                Optional.of(false),
                                List.of("now-with-dashes/simple-1", "now-with-dashes/simple-2"),
                                List.of()),
                        PATH
                                + ".requiredServiceAccountAnnotationKeys: Forbidden:"
                                + " requireServiceAccount cannot be false when"
                                + " requiredServiceAccountAnnotationKeys is set"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void isRefused(String name, Wanted wanted, String message) {
        assertThat(faults(Optional.of(wanted), "v1", true)).as(name).containsExactly(message);
    }

    /// Cases of Test_validateCredentialProviderConfig.
    static Stream<Arguments> right() {
        return Stream.of(
                arguments("valid config", Optional.empty(), true),
                arguments(
                        "valid config with KubeletServiceAccountTokenForCredentialProviders feature"
                                + " gate enabled",
                        Optional.of(
                                GOOD.keys(
                                        List.of(
                                                "now-with-dashes/simple-1",
                                                "now-with-dashes/simple-2"),
                                        List.of("now-with-dashes/simple-3"))),
                        true),
                arguments(
                        "one that asks for pods without an account, too",
                        Optional.of(
                                new Wanted(
                                        "audience",
                                        "ServiceAccount",
                                        Optional.of(false),
                                        List.of(),
                                        List.of())),
                        true),
                arguments("one that wants nothing, without the gate", Optional.empty(), false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("right")
    void isTaken(String name, Optional<Wanted> wanted, boolean enabled) {
        assertThat(faults(wanted, "v1", enabled)).as(name).isEmpty();
    }

    /// Cases of Test_validateCredentialProviderConfig.
    static Stream<Arguments> withoutGate() {
        return Stream.of(
                arguments(
                        "token attributes set without"
                                + " KubeletServiceAccountTokenForCredentialProviders feature gate"
                                + " enabled",
                        PATH
                                + ": Forbidden: tokenAttributes is not supported when"
                                + " KubeletServiceAccountTokenForCredentialProviders feature gate"
                                + " is disabled"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("withoutGate")
    void nothingIsWantedOfAccountsWhileTheGateIsOff(String name, String message) {
        assertThat(faults(Optional.of(GOOD), "v1", false)).as(name).containsExactly(message);
    }

    /// Cases of Test_validateCredentialProviderConfig.
    static Stream<Arguments> oldVersions() {
        return Stream.of(
                arguments(
                        "tokenAttributes set with credentialprovider.kubelet.k8s.io/v1alpha1"
                                + " APIVersion",
                        "v1alpha1"),
                arguments(
                        "tokenAttributes set with credentialprovider.kubelet.k8s.io/v1beta1"
                                + " APIVersion",
                        "v1beta1"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("oldVersions")
    void onlyTheNewestQuestionHasRoomForAToken(String name, String version) {
        assertThat(faults(Optional.of(GOOD), version, true))
                .as(name)
                .containsExactly(
                        PATH
                                + ": Forbidden: tokenAttributes is only supported for "
                                + VERSION
                                + "v1 API version");
    }

    static Stream<Arguments> oldConfigurations() {
        return Stream.of(
                arguments("v1alpha1 config with token attributes should fail", "v1alpha1"),
                arguments("v1beta1 config with token attributes should fail", "v1beta1"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("oldConfigurations")
    void olderConfigurationsDoNotKnowIt(String name, String version) {
        assertThatExceptionOfType(CredentialProviderException.class)
                .as(name)
                .isThrownBy(() -> read(version, "{serviceAccountTokenAudience: audience}"))
                .withMessageContaining(
                        "strict decoding error: unknown field \"providers[0].tokenAttributes\"");
    }

    @Test
    void whatIsWrittenIsRead() {
        var provider =
                read(
                        "v1",
                        "{serviceAccountTokenAudience: audience, cacheType: ServiceAccount,"
                                + " requireServiceAccount: false,"
                                + " requiredServiceAccountAnnotationKeys: [a/b],"
                                + " optionalServiceAccountAnnotationKeys: [c, d]}");

        assertThat(provider.tokenAttributes())
                .contains(
                        new TokenAttributes(
                                "audience",
                                "ServiceAccount",
                                Optional.of(false),
                                List.of("a/b"),
                                List.of("c", "d")));
        assertThat(read("v1", "null").tokenAttributes()).isEmpty();
    }

    static Stream<Arguments> unreadable() {
        return Stream.of(
                arguments(
                        "a field that is not there",
                        "{audience: x}",
                        "unknown field \"providers[0].tokenAttributes.audience\""),
                arguments(
                        "a word where yes or no is asked for",
                        "{requireServiceAccount: maybe}",
                        "requireServiceAccount: true or false was expected"),
                arguments("a list", "[]", "tokenAttributes: an object was expected"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("unreadable")
    void whatMakesNoSenseIsNamed(String name, String text, String message) {
        assertThatExceptionOfType(CredentialProviderException.class)
                .as(name)
                .isThrownBy(() -> read("v1", text))
                .withMessageContaining(message);
    }

    private static CredentialProvider read(String version, String attributes) {
        var text =
                """
                apiVersion: kubelet.config.k8s.io/%s
                kind: CredentialProviderConfig
                providers:
                - name: test
                  matchImages: ["registry.io"]
                  defaultCacheDuration: 10m
                  apiVersion: credentialprovider.kubelet.k8s.io/v1
                  tokenAttributes: %s
                """
                        .formatted(version, attributes);
        return CredentialProviderReader.read("file", text.getBytes(StandardCharsets.UTF_8))
                .getFirst();
    }

    private static List<String> faults(Optional<Wanted> wanted, String version, boolean enabled) {
        return CredentialProviderRules.faults(
                List.of(
                        new CredentialProvider(
                                "foobar",
                                List.of("foobar.registry.io"),
                                Optional.of(Duration.ofMinutes(1)),
                                VERSION + version,
                                List.of(),
                                Map.of(),
                                wanted.map(Wanted::attributes))),
                enabled);
    }
}
