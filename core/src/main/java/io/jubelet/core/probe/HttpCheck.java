package io.jubelet.core.probe;

import java.util.List;

/// A GET request to a container, complete but for what only a connection knows.
///
/// @param host a name or an address; IPv6 without brackets
/// @param target path and query, as they go over the wire
/// @param hostHeader what the request calls the host
/// @param headers all others, in order
public record HttpCheck(
        boolean secure,
        String host,
        int port,
        String target,
        String hostHeader,
        List<Header> headers) {
    public HttpCheck {
        headers = List.copyOf(headers);
    }

    public record Header(String name, String value) {}

    /// The address as people write it.
    public String url() {
        return (secure ? "https" : "http") + "://" + authority() + target;
    }

    /// Host and port, an IPv6 address in brackets.
    public String authority() {
        return authority(host, port);
    }

    static String authority(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /// The same without TLS, and without what must not travel in the clear.
    public HttpCheck insecure() {
        var open =
                headers.stream().filter(header -> !header.name().equals("Authorization")).toList();
        return new HttpCheck(false, host, port, target, hostHeader, open);
    }
}
