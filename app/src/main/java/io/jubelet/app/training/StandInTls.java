package io.jubelet.app.training;

import io.jubelet.pki.Authority;
import io.jubelet.pki.CertificateRequest;
import io.jubelet.pki.CertificateRequest.AlternativeNames;
import io.jubelet.pki.CertificateRequest.Subject;
import io.jubelet.pki.CertifiedKey;
import io.jubelet.pki.Keys;
import io.jubelet.pki.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/// Who the stand-in API server and its one client are, for an hour.
///
/// Thread: confined to the stand-in's start.
final class StandInTls {
    private final InstantSource clock = InstantSource.system();
    private final Authority authority =
            new Authority("training", clock.instant(), clock.instant().plus(Duration.ofHours(1)));
    private final SSLContext context = context();

    private CertifiedKey issue(String name, AlternativeNames names) {
        var keys = Keys.make(Keys.Kind.EC);
        var request =
                new CertificateRequest(
                        Subject.named(name),
                        keys.getPublic(),
                        clock.instant(),
                        clock.instant().plus(Duration.ofHours(1)),
                        false,
                        List.of(),
                        names);
        return new CertifiedKey(keys.getPrivate(), List.of(authority.issue(request)));
    }

    private SSLContext context() {
        try {
            var server = issue("server", new AlternativeNames(List.of(), List.of("127.0.0.1")));
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "server",
                    server.key(),
                    new char[0],
                    server.chain().toArray(X509Certificate[]::new));
            var keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, new char[0]);
            var made = SSLContext.getInstance("TLS");
            made.init(keys.getKeyManagers(), null, null);
            return made;
        } catch (GeneralSecurityException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    SSLEngine serverEngine() {
        var engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        var parameters = engine.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        engine.setSSLParameters(parameters);
        return engine;
    }

    /// How a node logs in at this address.
    String kubeconfig(String address) {
        var client = issue("system:node:" + StandInPod.NODE, AlternativeNames.NONE);
        var pem = base64(client.pem());
        return """
                apiVersion: v1
                kind: Config
                clusters: [{name: it, cluster: {server: "%s", certificate-authority-data: %s}}]
                users: [{name: it, user: {client-certificate-data: %s, client-key-data: %s}}]
                contexts: [{name: it, context: {cluster: it, user: it}}]
                current-context: it
                """
                .formatted(address, base64(authorityPem()), pem, pem);
    }

    private String authorityPem() {
        try {
            return Pem.text("CERTIFICATE", authority.certificate().getEncoded());
        } catch (CertificateEncodingException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
