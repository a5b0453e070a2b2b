package io.jubelet.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/// Reads certificates and keys from PEM files.
///
/// Thread: stateless; blocks on the disk.
public final class CertificateFiles {
    private CertificateFiles() {}

    /// A key and the certificates that speak for it, its own first.
    public record KeyPair(PrivateKey key, List<X509Certificate> chain) {
        public KeyPair {
            chain = List.copyOf(chain);
        }
    }

    /// @throws TlsException when a file cannot be read or the two do not belong together
    public static KeyPair keyPair(Path certificateFile, Path keyFile) {
        var chain = certificates(certificateFile);
        var key = key(keyFile);
        var published = chain.getFirst().getPublicKey().getAlgorithm();
        if (!published.equals(key.getAlgorithm()) || !KeyMatch.matches(key, chain.getFirst())) {
            throw new TlsException(
                    "certificate " + certificateFile + " is not for the key in " + keyFile);
        }
        return new KeyPair(key, chain);
    }

    /// Every certificate of a file, at least one.
    ///
    /// @throws TlsException when there is none or one cannot be read
    public static List<X509Certificate> certificates(Path file) {
        var found = new ArrayList<X509Certificate>();
        try {
            for (Pem.Block block : Pem.blocks(text(file))) {
                if (block.type().equals("CERTIFICATE")) {
                    found.add(certificate(block.content()));
                }
            }
        } catch (CertificateException | IllegalArgumentException failure) {
            throw new TlsException(
                    "cannot read the certificate in " + file + ": " + failure.getMessage(),
                    failure);
        }
        if (found.isEmpty()) {
            throw new TlsException("no certificate in " + file);
        }
        return found;
    }

    private static X509Certificate certificate(byte[] encoded) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static PrivateKey key(Path file) {
        try {
            return PrivateKeys.first(Pem.blocks(text(file)))
                    .orElseThrow(() -> new TlsException("no private key in " + file));
        } catch (GeneralSecurityException | IllegalArgumentException failure) {
            throw new TlsException(
                    "cannot read the private key in " + file + ": " + failure.getMessage(),
                    failure);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException failure) {
            throw new TlsException("there is no file " + file, failure);
        } catch (IOException failure) {
            throw new TlsException("cannot read " + file + ": " + failure.getMessage(), failure);
        }
    }
}
