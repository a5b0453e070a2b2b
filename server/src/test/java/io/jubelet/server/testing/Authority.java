package io.jubelet.server.testing;

import io.jubelet.pki.CertificateIssuer;
import io.jubelet.pki.CertificateRequest;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;

/// A certificate authority of a test's own, with keys that are quick to make.
///
/// Thread: the test's.
public final class Authority {
    private static final Duration DAY = Duration.ofDays(1);

    private final KeyPair keys = newKeys();
    private final CertificateIssuer issuer;
    private final X509Certificate certificate;

    public Authority(String name) {
        var subject = Subject.named(name);
        issuer = new CertificateIssuer(subject, keys.getPublic(), keys.getPrivate());
        certificate = issuer.issue(request(subject, keys, now().plus(DAY), true, List.of()));
    }

    /// A key and its certificate.
    public record Identity(KeyPair keys, X509Certificate certificate) {
        public String keyPem() {
            return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
        }

        public String certificatePem() {
            return Authority.pem(certificate);
        }
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public Identity client(String name, String... groups) {
        return identity(
                new Subject(name, List.of(groups)),
                now().plus(DAY),
                List.of(CertificateRequest.CLIENT_AUTH));
    }

    public Identity expiredClient(String name) {
        return identity(
                Subject.named(name), now().minus(DAY), List.of(CertificateRequest.CLIENT_AUTH));
    }

    /// One whose key is for servers alone.
    public Identity server(String name) {
        return identity(
                Subject.named(name), now().plus(DAY), List.of(CertificateRequest.SERVER_AUTH));
    }

    private Identity identity(Subject subject, Instant until, List<String> usages) {
        var own = newKeys();
        return new Identity(own, issuer.issue(request(subject, own, until, false, usages)));
    }

    private static CertificateRequest request(
            Subject subject, KeyPair keys, Instant until, boolean authority, List<String> usages) {
        return new CertificateRequest(
                subject,
                keys.getPublic(),
                now().minus(DAY.multipliedBy(2)),
                until,
                authority,
                usages,
                new AlternativeNames(List.of("localhost"), List.of("127.0.0.1")));
    }

    private static Instant now() {
        return InstantSource.system().instant();
    }

    public static KeyPair newKeys() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    public static String pem(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    public static String pem(String type, byte[] content) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(type, Base64.getMimeEncoder().encodeToString(content), type);
    }

    /// Puts a file in place at once, as a tool that rotates certificates does.
    public static Path write(Path file, String content) throws IOException {
        var next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, content);
        return Files.move(next, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
}
