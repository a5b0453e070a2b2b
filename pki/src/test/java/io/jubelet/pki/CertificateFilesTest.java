package io.jubelet.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
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

    private final Identities authority = new Identities("ca");
    private @TempDir Path folder;

    private CertifiedKey read(String certificate, String key) throws IOException {
        var certificateFile = Files.writeString(folder.resolve("a.crt"), certificate);
        var keyFile = Files.writeString(folder.resolve("a.key"), key);
        return CertificateFiles.keyPair(certificateFile, keyFile);
    }

    @Test
    void readsAnEcKeyInPkcs8() throws IOException {
        var identity = authority.server("a");

        var pair = read(Certificates.pem(identity.chain()), Identities.pkcs8(identity));

        assertThat(pair.key()).isEqualTo(identity.key());
        assertThat(pair.chain()).containsExactly(identity.certificate());
    }

    @Test
    void readsAnEcKeyInSec1BehindItsParameters() throws IOException {
        var identity = authority.server("a");
        var parameters = Pem.text("EC PARAMETERS", Der.objectId(P256));
        var sec1 = Pem.text("EC PRIVATE KEY", sec1((ECPrivateKey) identity.key()));

        var key = (ECPrivateKey) read(Certificates.pem(identity.chain()), parameters + sec1).key();

        assertThat(key.getS()).isEqualTo(((ECPrivateKey) identity.key()).getS());
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
        var certificate = Certificates.pem(selfSigned(keys));

        var pkcs1 = Pem.text("RSA PRIVATE KEY", PrivateKeys.toPkcs1(keys.getPrivate()));
        var pkcs8 = Pem.text("PRIVATE KEY", keys.getPrivate().getEncoded());

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
                        + Certificates.pem(identity.chain())
                        + "\nand its issuer\n"
                        + Certificates.pem(authority.certificate());

        assertThat(read(file, Identities.pkcs8(identity)).chain())
                .containsExactly(identity.certificate(), authority.certificate());
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused() {
        var one = authority.server("a");
        var other = authority.server("b");

        assertThatThrownBy(() -> read(Certificates.pem(one.chain()), Identities.pkcs8(other)))
                .isInstanceOf(PkiException.class)
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
        assertThatThrownBy(() -> read(content, Identities.pkcs8(authority.server("a"))))
                .as(name)
                .isInstanceOf(PkiException.class)
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
        assertThatThrownBy(() -> read(Certificates.pem(authority.server("a").chain()), content))
                .as(name)
                .isInstanceOf(PkiException.class)
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
                .isInstanceOf(PkiException.class)
                .hasMessage("there is no file " + missing);
    }
}
