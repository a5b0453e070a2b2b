package io.jubelet.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SelfSignedCertificateTest {
    private static final int DNS = 2;
    private static final int ADDRESS = 7;

    private @TempDir Path folder;

    private Path certificate() {
        return folder.resolve("pki/kubelet.crt");
    }

    private Path key() {
        return folder.resolve("pki/kubelet.key");
    }

    @Test
    void isMadeOnceForTheNodeAndItsLoopback() throws IOException, GeneralSecurityException {
        SelfSignedCertificate.ensure(certificate(), key(), "node-1", Keys.Kind.EC);
        var made = Files.readString(certificate());
        SelfSignedCertificate.ensure(certificate(), key(), "node-1", Keys.Kind.EC);

        assertThat(Files.readString(certificate())).isEqualTo(made);
        var pair = CertificateFiles.keyPair(certificate(), key());
        var own = pair.chain().getFirst();
        var authority = pair.chain().getLast();
        assertThat(pair.chain()).hasSize(2);
        assertThat(own.getSubjectX500Principal().getName()).matches("CN=node-1@\\d+");
        assertThat(authority.getSubjectX500Principal().getName()).matches("CN=node-1-ca@\\d+");
        assertThat(own.getPublicKey().getAlgorithm()).isEqualTo("EC");
        assertThat(own.getBasicConstraints()).isEqualTo(-1);
        assertThat(authority.getBasicConstraints()).isGreaterThanOrEqualTo(0);
        assertThat(own.getExtendedKeyUsage()).containsExactly(CertificateRequest.SERVER_AUTH);
        assertThat(own.getSubjectAlternativeNames())
                .containsExactly(
                        List.of(DNS, "node-1"),
                        List.of(DNS, "localhost"),
                        List.of(ADDRESS, "127.0.0.1"),
                        List.of(ADDRESS, "0:0:0:0:0:0:0:1"));
        assertThat(Duration.between(own.getNotBefore().toInstant(), own.getNotAfter().toInstant()))
                .isEqualTo(Duration.ofDays(365));
        own.checkValidity();
        own.verify(authority.getPublicKey());
        authority.verify(authority.getPublicKey());
    }

    @Test
    void isReadableByAllAndItsKeyByTheOwnerAlone() throws IOException {
        SelfSignedCertificate.ensure(certificate(), key(), "10.0.0.1", Keys.Kind.EC);

        assertThat(mode(certificate())).isEqualTo("rw-r--r--");
        assertThat(mode(key())).isEqualTo("rw-------");
        assertThat(Files.readString(key())).startsWith("-----BEGIN EC PRIVATE KEY-----\n");
    }

    @Test
    void anRsaKeyIsMadeWhereOneIsAskedFor() throws IOException {
        SelfSignedCertificate.ensure(certificate(), key(), "node-1", Keys.Kind.RSA);

        var own = CertificateFiles.keyPair(certificate(), key()).certificate();
        assertThat(((RSAPublicKey) own.getPublicKey()).getModulus().bitLength()).isEqualTo(2048);
        assertThat(Files.readString(key())).startsWith("-----BEGIN RSA PRIVATE KEY-----\n");
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void oneFileWithoutTheOtherIsRefused() throws IOException {
        Files.createDirectories(folder.resolve("pki"));
        Files.writeString(certificate(), "something");

        assertThatThrownBy(
                        () ->
                                SelfSignedCertificate.ensure(
                                        certificate(), key(), "node-1", Keys.Kind.EC))
                .isInstanceOf(PkiException.class)
                .hasMessage(
                        "error reading "
                                + key()
                                + ", certificate and key must be supplied as a pair");
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws IOException {
        Files.writeString(folder.resolve("pki"), "a file where a folder should be");

        assertThatThrownBy(
                        () ->
                                SelfSignedCertificate.ensure(
                                        certificate(), key(), "node-1", Keys.Kind.EC))
                .isInstanceOf(PkiException.class)
                .hasMessageContaining("cannot write " + certificate());
    }
}
