package io.jubelet.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Asks HTTP and HTTPS servers of this machine, whatever certificate they show.
///
/// Thread: any.
public final class NodeClient {
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final HttpClient CLIENT =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .sslContext(trustingAll())
                    .connectTimeout(LONGEST)
                    .build();

    private NodeClient() {}

    /// The answer to a GET; an [UncheckedIOException] when there is none.
    public static HttpResponse<String> ask(String uri) {
        return ask(HttpRequest.newBuilder(URI.create(uri)));
    }

    /// The same with a bearer's token.
    public static HttpResponse<String> ask(String uri, String token) {
        return ask(
                HttpRequest.newBuilder(URI.create(uri)).header("Authorization", "Bearer " + token));
    }

    private static HttpResponse<String> ask(HttpRequest.Builder builder) {
        var request = builder.timeout(LONGEST).build();
        var uri = request.uri();
        try {
            return CLIENT.send(request, BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(uri + ": " + failure, failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted asking " + uri, interrupted);
        }
    }

    /// The body of an answer with status 200.
    public static String read(String uri) {
        var answer = ask(uri);
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(
                    "%s: %d %s".formatted(uri, answer.statusCode(), answer.body()));
        }
        return answer.body();
    }

    private static SSLContext trustingAll() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustEverybody()}, null);
            return context;
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /// The extended kind: with it the JDK leaves the check of host names to us as well.
    private static final class TrustEverybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
