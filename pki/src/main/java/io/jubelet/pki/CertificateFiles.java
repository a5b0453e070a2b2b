package io.jubelet.pki;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// Reads certificates and keys from PEM files.
///
/// Thread: stateless; blocks on the disk.
public final class CertificateFiles {
    private CertificateFiles() {}

    /// A key and its certificates; the two files may be one.
    ///
    /// @throws PkiException when a file cannot be read or the two do not belong together
    public static CertifiedKey keyPair(Path certificateFile, Path keyFile) {
        var pair = new CertifiedKey(key(keyFile), certificates(certificateFile));
        if (!pair.belongsTogether()) {
            throw new PkiException(
                    "certificate " + certificateFile + " is not for the key in " + keyFile);
        }
        return pair;
    }

    /// Every certificate of a file, at least one.
    ///
    /// @throws PkiException when there is none or one cannot be read
    public static List<X509Certificate> certificates(Path file) {
        var text = text(file);
        try {
            return Certificates.parse(text);
        } catch (PkiException failure) {
            throw new PkiException(failure.getMessage() + " in " + file, failure);
        }
    }

    private static PrivateKey key(Path file) {
        try {
            return PrivateKeys.first(Pem.blocks(text(file)))
                    .orElseThrow(() -> new PkiException("no private key in " + file));
        } catch (GeneralSecurityException | IllegalArgumentException failure) {
            throw new PkiException(
                    "cannot read the private key in " + file + ": " + failure.getMessage(),
                    failure);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException failure) {
            throw new PkiException("there is no file " + file, failure);
        } catch (IOException failure) {
            throw new PkiException("cannot read " + file + ": " + failure.getMessage(), failure);
        }
    }
}
