package io.jubelet.pki;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// The certificate a node makes for itself when nobody gave it one: `kubelet.crt` and
/// `kubelet.key`, made once, signed by an authority whose key is thrown away at once.
///
/// Thread: stateless; an RSA key takes up to seconds, an EC key none.
///
/// Upstream: cmd/kubelet/app/server.go InitializeTLS, client-go util/cert
/// GenerateSelfSignedCertKey; we add the loopback names, and prefer EC to RSA.
public final class SelfSignedCertificate {
    private static final Duration VALID = Duration.ofDays(365);

    /// The machine's clock may have been set back a little.
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);

    private SelfSignedCertificate() {}

    /// Makes the files unless both are there; whether it made them.
    ///
    /// @throws PkiException when only one is there or they cannot be written
    public static boolean ensure(Path certificateFile, Path keyFile, String host, Keys.Kind kind) {
        var hasCertificate = Files.isReadable(certificateFile);
        var hasKey = Files.isReadable(keyFile);
        if (hasCertificate && hasKey) {
            return false;
        }
        if (hasCertificate || hasKey) {
            throw new PkiException(
                    "error reading "
                            + (hasKey ? certificateFile : keyFile)
                            + ", certificate and key must be supplied as a pair");
        }
        var made = make(host, kind, InstantSource.system().instant());
        write(certificateFile, Certificates.pem(made.chain()), "rw-r--r--");
        write(keyFile, PrivateKeys.pem(made.key(), made.certificate().getPublicKey()), "rw-------");
        return true;
    }

    private static CertifiedKey make(String host, Keys.Kind kind, Instant now) {
        var from = now.minus(CLOCK_SKEW);
        var until = from.plus(VALID);
        var authority = new Authority(host + "-ca@" + now.getEpochSecond(), from, until);
        var pair = Keys.make(kind);
        var leaf =
                authority.issue(
                        new CertificateRequest(
                                Subject.named(host + "@" + now.getEpochSecond()),
                                pair.getPublic(),
                                from,
                                until,
                                false,
                                List.of(CertificateRequest.SERVER_AUTH),
                                names(host)));
        return new CertifiedKey(pair.getPrivate(), List.of(leaf, authority.certificate()));
    }

    private static AlternativeNames names(String host) {
        var dns = new ArrayList<String>();
        var addresses = new ArrayList<String>();
        (AddressText.canonical(host).isPresent() ? addresses : dns).add(host);
        dns.add("localhost");
        addresses.add("127.0.0.1");
        addresses.add("::1");
        return new AlternativeNames(
                dns.stream().distinct().toList(), addresses.stream().distinct().toList());
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
            throw new PkiException("cannot write " + file + ": " + failure.getMessage(), failure);
        }
    }
}
