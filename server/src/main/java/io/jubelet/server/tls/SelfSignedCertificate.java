package io.jubelet.server.tls;

import io.jubelet.log.Log;
import io.jubelet.server.tls.CertificateRequest.AlternativeNames;
import io.jubelet.server.tls.CertificateRequest.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// The certificate a node makes for itself when nobody gave it one: `kubelet.crt` and
/// `kubelet.key`, made once, signed by an authority whose key is thrown away at once.
///
/// Thread: stateless; takes a few hundred milliseconds when it has to make keys.
///
/// Upstream: cmd/kubelet/app/server.go InitializeTLS, client-go util/cert
/// GenerateSelfSignedCertKey; we add the loopback names.
final class SelfSignedCertificate {
    private static final Log LOG = Log.of(SelfSignedCertificate.class);
    private static final int KEY_BITS = 2048;
    private static final Duration VALID = Duration.ofDays(365);

    /// The machine's clock may have been set back a little.
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);

    private SelfSignedCertificate() {}

    /// Makes the files unless both are there.
    ///
    /// @throws TlsException when only one is there or they cannot be written
    static void ensure(Path certificateFile, Path keyFile, String host) {
        var hasCertificate = Files.isReadable(certificateFile);
        var hasKey = Files.isReadable(keyFile);
        if (hasCertificate && hasKey) {
            return;
        }
        if (hasCertificate || hasKey) {
            throw new TlsException(
                    "error reading "
                            + (hasKey ? certificateFile : keyFile)
                            + ", certificate and key must be supplied as a pair");
        }
        make(certificateFile, keyFile, host, InstantSource.system().instant());
        LOG.v(4)
                .info(
                        "Using self-signed cert",
                        "TLSCertFile",
                        certificateFile.toString(),
                        "TLSPrivateKeyFile",
                        keyFile.toString());
    }

    private static void make(Path certificateFile, Path keyFile, String host, Instant now) {
        var other = new FutureTask<>(SelfSignedCertificate::newKeys);
        Thread.ofPlatform().daemon().name("key-maker").start(other);
        var pair = newKeys();
        var authorityKeys = taken(other);
        var from = now.minus(CLOCK_SKEW);
        var authorityName = Subject.named(host + "-ca@" + now.getEpochSecond());
        var issuer =
                new CertificateIssuer(
                        authorityName, authorityKeys.getPublic(), authorityKeys.getPrivate());
        var authority =
                issuer.issue(
                        new CertificateRequest(
                                authorityName,
                                authorityKeys.getPublic(),
                                from,
                                from.plus(VALID),
                                true,
                                List.of(),
                                AlternativeNames.NONE));
        var leaf =
                issuer.issue(
                        new CertificateRequest(
                                Subject.named(host + "@" + now.getEpochSecond()),
                                pair.getPublic(),
                                from,
                                from.plus(VALID),
                                false,
                                List.of(CertificateRequest.SERVER_AUTH),
                                names(host)));
        write(certificateFile, pem(leaf) + pem(authority), "rw-r--r--");
        write(
                keyFile,
                Pem.text("RSA PRIVATE KEY", PrivateKeys.toPkcs1(pair.getPrivate())),
                "rw-------");
    }

    private static KeyPair taken(FutureTask<KeyPair> made) {
        try {
            return made.get();
        } catch (ExecutionException failure) {
            throw new TlsException("cannot make a key", failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new TlsException("interrupted while a key was made", failure);
        }
    }

    private static KeyPair newKeys() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException failure) {
            throw new TlsException("this Java has no RSA", failure);
        }
    }

    private static AlternativeNames names(String host) {
        var dns = new ArrayList<String>();
        var addresses = new ArrayList<String>();
        (isAddress(host) ? addresses : dns).add(host);
        dns.add("localhost");
        addresses.add("127.0.0.1");
        addresses.add("::1");
        return new AlternativeNames(
                dns.stream().distinct().toList(), addresses.stream().distinct().toList());
    }

    private static boolean isAddress(String host) {
        try {
            return !InetAddress.ofLiteral(host).getHostAddress().isEmpty();
        } catch (IllegalArgumentException _) {
            // A name is no address.
            return false;
        }
    }

    private static String pem(X509Certificate certificate) {
        try {
            return Pem.text("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException failure) {
            throw new TlsException("cannot encode a certificate", failure);
        }
    }

    /// Whole or not at all, and never readable by more than it should be.
    private static void write(Path file, String content, String mode) {
        var permissions =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
        try {
            var folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            var partial = file.resolveSibling(file.getFileName() + ".partial");
            Files.deleteIfExists(partial);
            Files.createFile(partial, permissions);
            Files.setPosixFilePermissions(partial, permissions.value());
            Files.writeString(partial, content, StandardCharsets.US_ASCII);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | UncheckedIOException failure) {
            throw new TlsException("cannot write " + file + ": " + failure.getMessage(), failure);
        }
    }
}
