package io.jubelet.core.certificate;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.util.List;

/// The certificate that the node wants at a moment.
///
/// Thread: immutable.
/// Upstream: the templates of pkg/kubelet/certificate/kubelet.go.
public record CertificateWish(Purpose purpose, Subject subject, AlternativeNames names) {
    public static CertificateWish client(String node) {
        return new CertificateWish(Purpose.CLIENT, nodeSubject(node), AlternativeNames.NONE);
    }

    static Subject nodeSubject(String node) {
        return new Subject("system:node:" + node, List.of("system:nodes"));
    }
}
