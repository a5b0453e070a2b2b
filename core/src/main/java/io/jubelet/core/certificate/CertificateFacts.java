package io.jubelet.core.certificate;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.Certificates;
import io.jubelet.pki.CertifiedKey;
import java.time.Instant;

/// What decisions need to know of a certificate.
///
/// Thread: immutable.
public record CertificateFacts(
        Subject subject, AlternativeNames names, Instant notBefore, Instant notAfter) {
    static CertificateFacts of(CertifiedKey certified) {
        var certificate = certified.certificate();
        return new CertificateFacts(
                Certificates.subject(certificate),
                Certificates.alternativeNames(certificate),
                certified.notBefore(),
                certified.notAfter());
    }

    /// Whether the certificate says all that is wished for; it may say more.
    boolean satisfies(CertificateWish wish) {
        return subject.commonName().equals(wish.subject().commonName())
                && subject.organizations().containsAll(wish.subject().organizations())
                && names.dns().containsAll(wish.names().dns())
                && names.addresses().containsAll(wish.names().addresses());
    }
}
