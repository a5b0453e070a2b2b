package io.jubelet.server.testing;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Clients that believe any server, with or without a certificate of their own.
///
/// Thread: the test's.
public final class Clients {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private Clients() {}

    public static HttpClient anonymous() {
        return of(context(new KeyManager[0]));
    }

    public static HttpClient with(Authority.Identity identity) {
        return of(context(keys(identity)));
    }

    private static HttpClient of(SSLContext context) {
        return HttpClient.newBuilder()
                .sslContext(context)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LONGEST)
                .build();
    }

    /// A TLS connection that speaks nothing yet.
    public static Socket tls(InetSocketAddress address) throws IOException {
        return context(new KeyManager[0])
                .getSocketFactory()
                .createSocket(address.getAddress(), address.getPort());
    }

    public static HttpResponse<String> get(HttpClient client, String address) {
        return send(client, "GET", address);
    }

    public static HttpResponse<String> send(HttpClient client, String method, String address) {
        var request =
                HttpRequest.newBuilder(URI.create(address))
                        .method(method, BodyPublishers.noBody())
                        .timeout(LONGEST)
                        .build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(method + " " + address, failure);
        }
    }

    private static KeyManager[] keys(Authority.Identity identity) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry(
                    "client",
                    identity.keys().getPrivate(),
                    new char[0],
                    new X509Certificate[] {identity.certificate()});
            var factory = KeyManagerFactory.getInstance("SunX509");
            factory.init(store, new char[0]);
            return new KeyManager[] {new AlwaysShown(factory.getKeyManagers()[0])};
        } catch (GeneralSecurityException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static SSLContext context(KeyManager[] keys) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keys, new TrustManager[] {new AnyServer()}, null);
            return context;
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /// Believes every server.
    private static final class AnyServer extends X509ExtendedTrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
