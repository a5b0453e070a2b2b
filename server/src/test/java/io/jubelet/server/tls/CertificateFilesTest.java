package io.jubelet.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.server.testing.Authority;
import io.jubelet.server.tls.CertificateRequest.AlternativeNames;
import io.jubelet.server.tls.CertificateRequest.Subject;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CertificateFilesTest {
    private static final String P256 = "1.2.840.10045.3.1.7";

    private final Authority authority = new Authority("ca");
    private @TempDir Path folder;

    private CertificateFiles.KeyPair read(String certificate, String key) throws IOException {
        var certificateFile = Files.writeString(folder.resolve("a.crt"), certificate);
        var keyFile = Files.writeString(folder.resolve("a.key"), key);
        return CertificateFiles.keyPair(certificateFile, keyFile);
    }

    @Test
    void readsAnEcKeyInPkcs8() throws IOException {
        var identity = authority.server("a");

        var pair = read(identity.certificatePem(), identity.keyPem());

        assertThat(pair.key()).isEqualTo(identity.keys().getPrivate());
        assertThat(pair.chain()).containsExactly(identity.certificate());
    }

    @Test
    void readsAnEcKeyInSec1BehindItsParameters() throws IOException {
        var identity = authority.server("a");
        var parameters = Authority.pem("EC PARAMETERS", Der.objectId(P256));
        var sec1 =
                Authority.pem("EC PRIVATE KEY", sec1((ECPrivateKey) identity.keys().getPrivate()));

        var key = (ECPrivateKey) read(identity.certificatePem(), parameters + sec1).key();

        assertThat(key.getS()).isEqualTo(((ECPrivateKey) identity.keys().getPrivate()).getS());
    }

    private static byte[] sec1(ECPrivateKey key) {
        var number = fixed(key.getS(), 32);
        return Der.sequence(
                Der.integer(1),
                Der.octets(number),
                Der.value(Der.CONTEXT | Der.CONSTRUCTED, Der.objectId(P256)));
    }

    private static byte[] fixed(BigInteger number, int length) {
        var bytes = number.toByteArray();
        var padded = new byte[length];
        var from = Math.max(0, bytes.length - length);
        var content = Arrays.copyOfRange(bytes, from, bytes.length);
        System.arraycopy(content, 0, padded, length - content.length, content.length);
        return padded;
    }

    @Test
    void readsAnRsaKeyInPkcs1AndPkcs8() throws IOException, GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        var keys = generator.generateKeyPair();
        var certificate = Authority.pem(selfSigned(keys));

        var pkcs1 = Authority.pem("RSA PRIVATE KEY", PrivateKeys.toPkcs1(keys.getPrivate()));
        var pkcs8 = Authority.pem("PRIVATE KEY", keys.getPrivate().getEncoded());

        assertThat(read(certificate, pkcs1).key()).isEqualTo(keys.getPrivate());
        assertThat(read(certificate, pkcs8).key()).isEqualTo(keys.getPrivate());
    }

    private static java.security.cert.X509Certificate selfSigned(KeyPair keys) {
        var name = Subject.named("a");
        var now = InstantSource.system().instant();
        return new CertificateIssuer(name, keys.getPublic(), keys.getPrivate())
                .issue(
                        new CertificateRequest(
                                name,
                                keys.getPublic(),
                                now,
                                now.plus(Duration.ofDays(1)),
                                false,
                                List.of(),
                                AlternativeNames.NONE));
    }

    @Test
    void aWholeChainAndWordsBetweenAreRead() throws IOException {
        var identity = authority.server("a");
        var file =
                "made by hand\n"
                        + identity.certificatePem()
                        + "\nand its issuer\n"
                        + Authority.pem(authority.certificate());

        assertThat(read(file, identity.keyPem()).chain())
                .containsExactly(identity.certificate(), authority.certificate());
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() {
        var one = authority.server("a");
        var other = authority.server("b");

        assertThatThrownBy(() -> read(one.certificatePem(), other.keyPem()))
                .isInstanceOf(TlsException.class)
                .hasMessage(
                        "certificate %s is not for the key in %s"
                                .formatted(folder.resolve("a.crt"), folder.resolve("a.key")));
    }

    static Stream<Arguments> badCertificates() {
        return Stream.of(
                Arguments.of("empty", "", "no certificate in"),
                Arguments.of("no PEM", "hello", "no certificate in"),
                Arguments.of("cut short", "-----BEGIN CERTIFICATE-----\nMIIB", "does not end"),
                Arguments.of("cut at once", "-----BEGIN CERT", "no whole first line"),
                Arguments.of("no base 64", block("CERTIFICATE", "!!!"), "cannot read"),
                Arguments.of("no DER", block("CERTIFICATE", "AAAA"), "cannot read"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badCertificates")
    void aBadCertificateIsOneClearError(String name, String content, String message) {
        assertThatThrownBy(() -> read(content, authority.server("a").keyPem()))
                .as(name)
                .isInstanceOf(TlsException.class)
                .hasMessageContaining(message)
                .hasMessageContaining(folder.resolve("a.crt").toString());
    }

    static Stream<Arguments> badKeys() {
        return Stream.of(
                Arguments.of("empty", "", "no private key in"),
                Arguments.of("a certificate", block("CERTIFICATE", "AAAA"), "no private key in"),
                Arguments.of("no DER", block("PRIVATE KEY", "AAAA"), "cannot read"),
                Arguments.of("no RSA key", block("RSA PRIVATE KEY", "MAA="), "cannot read"),
                Arguments.of("no EC key", block("EC PRIVATE KEY", "MAA="), "cannot read"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badKeys")
    void aBadKeyIsOneClearError(String name, String content, String message) {
        assertThatThrownBy(() -> read(authority.server("a").certificatePem(), content))
                .as(name)
                .isInstanceOf(TlsException.class)
                .hasMessageContaining(message)
                .hasMessageContaining(folder.resolve("a.key").toString());
    }

    private static String block(String type, String content) {
        return "-----BEGIN " + type + "-----\n" + content + "\n-----END " + type + "-----\n";
    }

    @Test
    void aMissingFileIsNamed() {
        var missing = folder.resolve("missing.crt");

        assertThatThrownBy(() -> CertificateFiles.certificates(missing))
                .isInstanceOf(TlsException.class)
                .hasMessage("there is no file " + missing);
    }
}
