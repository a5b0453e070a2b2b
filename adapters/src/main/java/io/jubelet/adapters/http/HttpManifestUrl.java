package io.jubelet.adapters.http;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.ManifestUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Manifests by HTTP or HTTPS, with headers of the operator's choice. No name or password of the
/// address and no header appears in an error.
///
/// It uses the JDK's oldest client: that is part of `java.base`, has no threads of its own, and
/// costs nothing where there is no such address.
///
/// Thread: one at a time; blocks for ten seconds at most.
/// Upstream: config/http.go extractFromURL. The trust in servers is the JDK's.
public final class HttpManifestUrl implements ManifestUrl {
    private static final int OK = 200;
    private static final int MOST_BYTES = 10 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final URI address;
    private final Map<String, List<String>> headers;
    private final Duration patience;

    public HttpManifestUrl(String url, Map<String, List<String>> headers) {
        this(url, headers, PATIENCE);
    }

    /// @param patience for all of one call
    HttpManifestUrl(String url, Map<String, List<String>> headers, Duration patience) {
        this.address = URI.create(url);
        this.headers = Map.copyOf(headers);
        this.patience = patience;
    }

    /// The address as people may see it.
    public String shown() {
        try {
            return new URI(
                            address.getScheme(),
                            null,
                            address.getHost(),
                            address.getPort(),
                            address.getPath(),
                            null,
                            null)
                    .toString();
        } catch (URISyntaxException malformed) {
            return "the static pod URL";
        }
    }

    @Override
    public String read() {
        var deadline = System.nanoTime() + patience.toNanos();
        try {
            var connection = (HttpURLConnection) address.toURL().openConnection();
            try {
                return read(connection, deadline);
            } finally {
                connection.disconnect();
            }
        } catch (IOException | RuntimeException failure) {
            if (failure instanceof HostCallException known) {
                throw known;
            }
            // The JDK's messages may repeat the address with all that is in it.
            throw new HostCallException(
                    shown() + ": " + failure.getClass().getSimpleName(), failure);
        }
    }

    private String read(HttpURLConnection connection, long deadline) throws IOException {
        connection.setConnectTimeout((int) patience.toMillis());
        connection.setReadTimeout((int) patience.toMillis());
        connection.setUseCaches(false);
        headers.forEach(
                (name, values) ->
                        values.forEach(value -> connection.addRequestProperty(name, value)));
        logIn(connection);
        var status = connection.getResponseCode();
        if (status != OK) {
            throw new HostCallException(
                    shown() + ": " + status + " " + connection.getResponseMessage());
        }
        try (var body = connection.getInputStream()) {
            return new String(all(body, deadline), StandardCharsets.UTF_8);
        }
    }

    private void logIn(HttpURLConnection connection) {
        var user = address.getUserInfo();
        if (user != null
                && headers.keySet().stream().noneMatch("Authorization"::equalsIgnoreCase)) {
            var bytes = user.getBytes(StandardCharsets.UTF_8);
            connection.setRequestProperty(
                    "Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
        }
    }

    private byte[] all(InputStream body, long deadline) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var buffer = new byte[8192];
        for (var count = body.read(buffer); count >= 0; count = body.read(buffer)) {
            bytes.write(buffer, 0, count);
            if (bytes.size() > MOST_BYTES) {
                throw new HostCallException(shown() + ": more than " + MOST_BYTES + " bytes");
            }
            if (System.nanoTime() > deadline) {
                throw new HostCallException(
                        shown() + ": not read within " + patience.toSeconds() + " s");
            }
        }
        return bytes.toByteArray();
    }
}
