package io.jubelet.pki;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/// A certificate authority that lives in memory: what signs the certificate a node makes for
/// itself.
///
/// Thread: immutable.
public final class Authority {
    private final CertificateIssuer issuer;
    private final X509Certificate certificate;

    public Authority(String name, Instant notBefore, Instant notAfter) {
        this(Subject.named(name), Keys.make(Keys.Kind.EC), notBefore, notAfter);
    }

    private Authority(Subject name, KeyPair keys, Instant notBefore, Instant notAfter) {
        issuer = new CertificateIssuer(name, keys.getPublic(), keys.getPrivate());
        certificate =
                issuer.issue(
                        new CertificateRequest(
                                name,
                                keys.getPublic(),
                                notBefore,
                                notAfter,
                                true,
                                List.of(),
                                AlternativeNames.NONE));
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public X509Certificate issue(CertificateRequest request) {
        return issuer.issue(request);
    }

    /// Signs what was asked for, for a time.
    ///
    /// @param usages object identifiers of what the key may be used for
    public X509Certificate sign(
            SigningRequest request, Instant notBefore, Instant notAfter, List<String> usages) {
        PublicKey key = request.key();
        return issuer.issue(
                new CertificateRequest(
                        request.subject(),
                        key,
                        notBefore,
                        notAfter,
                        false,
                        usages,
                        request.alternativeNames()));
    }
}
