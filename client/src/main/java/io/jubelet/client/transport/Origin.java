package io.jubelet.client.transport;

import java.net.URI;
import java.net.URISyntaxException;

/// Where the server is.
///
/// Thread: immutable.
///
/// @param host name or address, without brackets
/// @param path put before every path; empty or without a slash at its end
public record Origin(boolean secure, String host, int port, String path) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /// @throws IllegalArgumentException when it is no address of a server
    public static Origin parse(String address) {
        try {
            var uri = new URI(address);
            var host = uri.getHost();
            if (host == null) {
                throw new IllegalArgumentException("\"" + address + "\" names no host");
            }
            var secure = "https".equalsIgnoreCase(uri.getScheme());
            var port = uri.getPort() < 0 ? (secure ? HTTPS : HTTP) : uri.getPort();
            var path = uri.getRawPath() == null ? "" : uri.getRawPath();
            return new Origin(
                    secure,
                    host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                    port,
                    path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
        } catch (URISyntaxException failure) {
            throw new IllegalArgumentException("\"" + address + "\" is no address", failure);
        }
    }

    /// Host and port as a request names them.
    public String authority() {
        var name = host.contains(":") ? "[" + host + "]" : host;
        var standard = secure ? HTTPS : HTTP;
        return port == standard ? name : name + ":" + port;
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + authority();
    }
}
