package io.jubelet.core.certificate;

import io.jubelet.api.certificates.CertificateSigningRequest;
import io.jubelet.api.certificates.CertificateSigningRequestCondition;

/// What the cluster has said to a request so far.
///
/// Upstream: client-go util/certificate/csr WaitForCertificate.
sealed interface SigningAnswer {
    record Undecided() implements SigningAnswer {}

    record Approved() implements SigningAnswer {}

    /// @param pem the certificate, perhaps with those of its issuers
    record Issued(String pem) implements SigningAnswer {}

    record Refused(String detail) implements SigningAnswer {}

    /// @param uid of the request that was made; another one of the same name is not ours
    static SigningAnswer of(CertificateSigningRequest request, String uid) {
        if (!request.getMetadata().getUid().equals(uid)) {
            return new Refused("the request was replaced by another of its name");
        }
        var approved = false;
        for (var condition : request.getStatus().getConditionsList()) {
            switch (condition.getType()) {
                case "Denied" -> {
                    return new Refused("denied" + why(condition));
                }
                case "Failed" -> {
                    return new Refused("failed" + why(condition));
                }
                case "Approved" -> approved = true;
                default -> {}
            }
        }
        if (!approved) {
            return new Undecided();
        }
        var certificate = request.getStatus().getCertificate();
        return certificate.isEmpty() ? new Approved() : new Issued(certificate.toStringUtf8());
    }

    private static String why(CertificateSigningRequestCondition condition) {
        return ", reason: " + condition.getReason() + ", message: " + condition.getMessage();
    }
}
