package io.jubelet.pki;

import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/// Reads and writes certificates as text.
///
/// Thread: stateless.
public final class Certificates {
    private Certificates() {}

    /// Every certificate of a text, at least one.
    ///
    /// @throws PkiException when there is none or one cannot be read
    public static List<X509Certificate> parse(String text) {
        var found = new ArrayList<X509Certificate>();
        try {
            for (Pem.Block block : Pem.blocks(text)) {
                if (block.type().equals("CERTIFICATE")) {
                    found.add(read(block.content()));
                }
            }
        } catch (CertificateException | IllegalArgumentException failure) {
            throw new PkiException("cannot read the certificate: " + failure.getMessage(), failure);
        }
        if (found.isEmpty()) {
            throw new PkiException("no certificate");
        }
        return found;
    }

    static X509Certificate read(byte[] encoded) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(encoded));
    }

    /// Whom a certificate is about.
    public static Subject subject(X509Certificate certificate) {
        var name = new DerReader(certificate.getSubjectX500Principal().getEncoded());
        return Names.readSubject(name.expect(Der.SEQUENCE).reader());
    }

    /// Under which names its owner is reached.
    public static AlternativeNames alternativeNames(X509Certificate certificate) {
        var extension = certificate.getExtensionValue(Names.ALTERNATIVE_NAMES);
        if (extension == null) {
            return AlternativeNames.NONE;
        }
        var names = new DerReader(extension).expect(Der.OCTET_STRING).reader();
        return Names.readAlternatives(names.expect(Der.SEQUENCE).reader());
    }

    public static String pem(List<X509Certificate> chain) {
        var text = new StringBuilder();
        chain.forEach(each -> text.append(pem(each)));
        return text.toString();
    }

    public static String pem(X509Certificate certificate) {
        try {
            return Pem.text("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException failure) {
            throw new PkiException("cannot encode a certificate", failure);
        }
    }
}
