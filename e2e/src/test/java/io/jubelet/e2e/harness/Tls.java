package io.jubelet.e2e.harness;

import io.jubelet.pki.CertifiedKey;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// How programs of the tests show who they are.
final class Tls {
    private static final char[] NO_PASSWORD = {};

    private Tls() {}

    /// Shows that certificate, and believes whom the authority vouches for.
    static SSLContext context(CertifiedKey own, X509Certificate authority) {
        try {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(null, NO_PASSWORD);
            var chain = own.chain().toArray(X509Certificate[]::new);
            keys.setKeyEntry("own", own.key(), NO_PASSWORD, chain);
            var keyManagers = KeyManagerFactory.getInstance("PKIX");
            keyManagers.init(keys, NO_PASSWORD);
            var trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, NO_PASSWORD);
            trusted.setCertificateEntry("authority", authority);
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
