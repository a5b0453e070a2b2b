package io.jubelet.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.pki.Keys;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class TlsNamesTest {
    private static final Set<String> SUPPORTED =
            Set.of(
                    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
                    "TLS_AES_128_GCM_SHA256");

    @ParameterizedTest(name = "\"{0}\" offers {1}")
    @CsvSource({
        "'', TLSv1.3 TLSv1.2",
        "VersionTLS10, TLSv1.3 TLSv1.2",
        "VersionTLS11, TLSv1.3 TLSv1.2",
        "VersionTLS12, TLSv1.3 TLSv1.2",
        "VersionTLS13, TLSv1.3",
    })
    void versionsAreKnown(String minimum, String offered) {
        assertThat(TlsNames.protocols(minimum)).containsExactly(offered.split(" ", -1));
    }

    @Test
    void anUnknownVersionIsRefused() {
        assertThatThrownBy(() -> TlsNames.protocols("TLS1.2"))
                .isInstanceOf(TlsException.class)
                .hasMessage("unknown tls version \"TLS1.2\"");
    }

    @Test
    void legacyNamesAreTranslatedAndTls13StaysOn() {
        assertThat(TlsNames.suites(List.of("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305"), SUPPORTED))
                .containsExactly(
                        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256");
    }

    @Test
    void suitesThatAreSwitchedOffAreLeftOut() {
        assertThat(
                        TlsNames.suites(
                                List.of(
                                        "TLS_RSA_WITH_RC4_128_SHA",
                                        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
                                SUPPORTED))
                .containsExactly("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256");
    }

    @Test
    void noSuiteAtAllIsRefused() {
        assertThatThrownBy(() -> TlsNames.suites(List.of("TLS_RSA_WITH_RC4_128_SHA"), SUPPORTED))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("TLS_RSA_WITH_RC4_128_SHA");
    }

    @Test
    void groupsGoByTheirNumbers() {
        assertThat(TlsNames.groups(List.of(29, 23, 999))).containsExactly("x25519", "secp256r1");
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("ownKeys")
    void aCertificateOfOurOwnHasAKeyThatEveryClientCanUse(
            List<String> suites, List<Integer> curves, Keys.Kind kind) {
        assertThat(TlsNames.ownKey(suites, curves)).isEqualTo(kind);
    }

    static Stream<Arguments> ownKeys() {
        var ecdsa = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
        var rsa = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
        return Stream.of(
                Arguments.of(List.of(), List.of(), Keys.Kind.EC),
                Arguments.of(List.of(rsa, ecdsa), List.of(29, 23), Keys.Kind.EC),
                Arguments.of(List.of(rsa), List.of(), Keys.Kind.RSA),
                Arguments.of(List.of(), List.of(29), Keys.Kind.RSA));
    }
}
