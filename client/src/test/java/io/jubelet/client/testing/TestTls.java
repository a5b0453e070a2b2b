package io.jubelet.client.testing;

import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateRequest;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;

/// An authority, a server that it speaks for, and as many clients as a test wants.
public final class TestTls {
    private static final Instant FROM = Instant.parse("2020-01-01T00:00:00Z");
    private static final Instant UNTIL = Instant.parse("2120-01-01T00:00:00Z");

    private final Authority authority = new Authority("test-ca", FROM, UNTIL);
    private final SSLContext server;

    private TestTls(AlternativeNames names, Instant until) {
        server = context(issue("server", names, until));
    }

    /// The server is who it should be: 127.0.0.1.
    public static TestTls honest() {
        return new TestTls(new AlternativeNames(List.of(), List.of("127.0.0.1")), UNTIL);
    }

    public static TestTls named(String name) {
        return new TestTls(new AlternativeNames(List.of(name), List.of()), UNTIL);
    }

    public static TestTls expired() {
        return new TestTls(
                new AlternativeNames(List.of(), List.of("127.0.0.1")), FROM.plusSeconds(60));
    }

    public X509Certificate certificate() {
        return authority.certificate();
    }

    public CertifiedKey client(String name) {
        return issue(name, AlternativeNames.NONE, UNTIL);
    }

    private CertifiedKey issue(String name, AlternativeNames names, Instant until) {
        var keys = Keys.make(Keys.Kind.EC);
        var request =
                new CertificateRequest(
                        Subject.named(name),
                        keys.getPublic(),
                        FROM,
                        until,
                        false,
                        List.of(),
                        names);
        return new CertifiedKey(keys.getPrivate(), List.of(authority.issue(request)));
    }

    private SSLContext context(CertifiedKey identity) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            var chain = identity.chain().toArray(X509Certificate[]::new);
            store.setKeyEntry("server", identity.key(), new char[0], chain);
            var keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, new char[0]);
            var trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("ca", authority.certificate());
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    SSLEngine serverEngine() {
        var engine = server.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setWantClientAuth(true);
        var parameters = engine.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
        engine.setSSLParameters(parameters);
        return engine;
    }
}
