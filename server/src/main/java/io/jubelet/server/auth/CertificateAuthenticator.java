package io.jubelet.server.auth;

import io.jubelet.server.http.Request;
import io.jubelet.server.tls.ClientAuthorities;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.MessageDigest;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Knows clients by their certificates: the common name is the user, the organizations the groups.
///
/// Thread: any; the authorities may change between two requests of one connection.
///
/// Upstream: apiserver authentication/request/x509 with CommonNameUserConversion.
final class CertificateAuthenticator implements Authenticator {
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    private static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";
    private static final String ANY_USAGE = "2.5.29.37.0";

    private final ClientAuthorities authorities;

    CertificateAuthenticator(ClientAuthorities authorities) {
        this.authorities = authorities;
    }

    @Override
    public Authentication authenticate(Request request) {
        var shown = request.certificates();
        if (shown.isEmpty()) {
            return new Authentication.NotShown();
        }
        var own = shown.getFirst();
        try {
            verify(own, shown.subList(1, shown.size()));
        } catch (GeneralSecurityException failure) {
            return new Authentication.Wrong(
                    "client certificate of "
                            + own.getSubjectX500Principal().getName()
                            + ": "
                            + failure.getMessage());
        }
        var name = DistinguishedName.of(own.getSubjectX500Principal());
        if (name.commonName().isEmpty()) {
            return new Authentication.NotShown();
        }
        return new Authentication.Known(
                new User(name.commonName(), "", name.organizations(), credential(own))
                        .authenticated());
    }

    /// Which certificate it was, for the API server's records.
    private static Map<String, List<String>> credential(X509Certificate own) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(own.getEncoded());
            return Map.of(CREDENTIAL_ID, List.of("X509SHA256=" + HexFormat.of().formatHex(hash)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void verify(X509Certificate own, List<X509Certificate> others)
            throws GeneralSecurityException {
        own.checkValidity();
        checkUsage(own);
        var believed = authorities.current();
        if (believed.contains(own)) {
            return;
        }
        var found =
                (PKIXCertPathBuilderResult)
                        CertPathBuilder.getInstance("PKIX")
                                .build(parameters(own, others, believed));
        for (Certificate each : found.getCertPath().getCertificates()) {
            checkUsage((X509Certificate) each);
        }
        // PKIX takes its anchors as given, even out of date; Go does not.
        found.getTrustAnchor().getTrustedCert().checkValidity();
    }

    private static PKIXBuilderParameters parameters(
            X509Certificate own, List<X509Certificate> others, List<X509Certificate> believed)
            throws GeneralSecurityException {
        if (believed.isEmpty()) {
            throw new InvalidAlgorithmParameterException("no authority is believed");
        }
        var target = new X509CertSelector();
        target.setCertificate(own);
        var anchors =
                believed.stream()
                        .map(each -> new TrustAnchor(each, null))
                        .collect(Collectors.toSet());
        var parameters = new PKIXBuilderParameters(anchors, target);
        parameters.setRevocationEnabled(false);
        parameters.addCertStore(
                CertStore.getInstance("Collection", new CollectionCertStoreParameters(others)));
        return parameters;
    }

    /// A certificate that limits what its key is for must name clients.
    private static void checkUsage(X509Certificate certificate) throws CertificateException {
        var usages = certificate.getExtendedKeyUsage();
        if (usages != null && !usages.contains(CLIENT_AUTH) && !usages.contains(ANY_USAGE)) {
            throw new CertificateException("the key is not meant to prove a client");
        }
    }
}
