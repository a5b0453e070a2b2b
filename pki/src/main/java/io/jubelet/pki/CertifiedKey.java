package io.jubelet.pki;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/// A key and the certificates that speak for it, its own first: what proves an identity.
///
/// Thread: immutable.
public record CertifiedKey(PrivateKey key, List<X509Certificate> chain) {
    public CertifiedKey {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) {
            throw new PkiException("a key without a certificate");
        }
    }

    /// Reads the certificates and the first key of two texts, which may be the same.
    ///
    /// @throws PkiException when one is missing or they do not belong together
    public static CertifiedKey parse(String certificates, String key) {
        try {
            var found =
                    PrivateKeys.first(Pem.blocks(key))
                            .orElseThrow(() -> new PkiException("no private key"));
            var pair = new CertifiedKey(found, Certificates.parse(certificates));
            if (!pair.belongsTogether()) {
                throw new PkiException("the certificate is not for the private key");
            }
            return pair;
        } catch (GeneralSecurityException | IllegalArgumentException failure) {
            throw new PkiException("cannot read the private key: " + failure.getMessage(), failure);
        }
    }

    boolean belongsTogether() {
        var published = certificate().getPublicKey().getAlgorithm();
        return published.equals(key.getAlgorithm()) && KeyMatch.matches(key, certificate());
    }

    /// The certificate of the key itself.
    public X509Certificate certificate() {
        return chain.getFirst();
    }

    public Instant notBefore() {
        return certificate().getNotBefore().toInstant();
    }

    public Instant notAfter() {
        return certificate().getNotAfter().toInstant();
    }

    public boolean expiredAt(Instant moment) {
        return moment.isAfter(notAfter());
    }

    /// Certificates, then the key, in one text.
    public String pem() {
        return Certificates.pem(chain) + PrivateKeys.pem(key, certificate().getPublicKey());
    }

    /// Without the key.
    @Override
    public String toString() {
        return "CertifiedKey[" + certificate().getSubjectX500Principal() + ", " + notAfter() + "]";
    }
}
