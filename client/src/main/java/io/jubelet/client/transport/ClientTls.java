package io.jubelet.client.transport;

import io.jubelet.pki.CertifiedKey;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// Makes the TLS side of each connection: whom we trust, and the certificate by which we log in.
///
/// Thread: any; the lock guards the context of the last certificate.
final class ClientTls {
    private final Origin origin;
    private final ServerTrust trust;
    private final String name;
    private final boolean multiplexed;
    private Optional<Made> made = Optional.empty();

    private record Made(Optional<CertifiedKey> certificate, SSLContext context) {}

    /// @param multiplexed whether HTTP/2 is offered
    ClientTls(Origin origin, ServerTrust trust, boolean multiplexed) {
        this.origin = origin;
        this.trust = trust;
        this.multiplexed = multiplexed;
        this.name = trust.serverName().isEmpty() ? origin.host() : trust.serverName();
    }

    SSLEngine engine(Optional<CertifiedKey> certificate) {
        var engine = context(certificate).createSSLEngine(name, origin.port());
        engine.setUseClientMode(true);
        var parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setCipherSuites(chaChaFirst(parameters.getCipherSuites()));
        parameters.setApplicationProtocols(
                multiplexed ? new String[] {"h2", "http/1.1"} : new String[] {"http/1.1"});
        switch (trust) {
            case ServerTrust.Authorities _ ->
                    parameters.setEndpointIdentificationAlgorithm("HTTPS");
            case ServerTrust.Everybody _ -> {}
        }
        if (!isAddress(name)) {
            parameters.setServerNames(List.of(new SNIHostName(name)));
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    /// Without the JVM's optimising compiler AES costs four times what ChaCha20 does. Both are
    /// sound, and servers written in Go take the one that their client names first.
    private static String[] chaChaFirst(String[] suites) {
        return Arrays.stream(suites)
                .sorted(Comparator.comparing(suite -> !suite.contains("CHACHA20")))
                .toArray(String[]::new);
    }

    static boolean isAddress(String name) {
        return name.contains(":") || name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
    }

    /// A context keeps sessions, which must not outlive the certificate they began with.
    private synchronized SSLContext context(Optional<CertifiedKey> certificate) {
        if (made.isEmpty() || !made.get().certificate().equals(certificate)) {
            made = Optional.of(new Made(certificate, make(certificate)));
        }
        return made.get().context();
    }

    private SSLContext make(Optional<CertifiedKey> certificate) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keys(certificate), trusted(), null);
            return context;
        } catch (GeneralSecurityException | IOException failure) {
            throw new IllegalStateException("no TLS: " + failure.getMessage(), failure);
        }
    }

    private static KeyManager[] keys(Optional<CertifiedKey> certificate) {
        return certificate
                .map(own -> new KeyManager[] {new ShownCertificate(own)})
                .orElse(new KeyManager[0]);
    }

    private TrustManager[] trusted() throws GeneralSecurityException, IOException {
        return switch (trust) {
            case ServerTrust.Everybody _ -> new TrustManager[] {new TrustsEverybody()};
            case ServerTrust.Authorities(var authorities, var _) -> {
                var factory = TrustManagerFactory.getInstance("PKIX");
                if (authorities.isEmpty()) {
                    factory.init((KeyStore) null);
                } else {
                    var store = empty();
                    for (var i = 0; i < authorities.size(); i++) {
                        store.setCertificateEntry("authority-" + i, authorities.get(i));
                    }
                    factory.init(store);
                }
                yield factory.getTrustManagers();
            }
        };
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /// For `insecure-skip-tls-verify`.
    private static final class TrustsEverybody extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
