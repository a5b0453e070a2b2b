package io.jubelet.adapters.cri;

import java.nio.file.Path;
import java.util.Optional;

/// Where a CRI service listens.
///
/// Thread: any; immutable.
///
/// Upstream: cri-client/pkg/util/util_unix.go GetAddressAndDialer.
///
/// @param text the endpoint as it was configured, for messages
/// @param warning what to tell the operator about the way it was written
public record CriEndpoint(String text, Path socket, Optional<String> warning) {
    private static final String UNIX = "unix";

    /// Reads `unix:///path`, or a bare path with a warning. Everything else is an
    /// [IllegalArgumentException] with one clear line.
    public static CriEndpoint parse(String endpoint) {
        var colon = endpoint.indexOf(':');
        var slash = endpoint.indexOf('/');
        var hasScheme = colon > 0 && (slash < 0 || colon < slash);
        if (!hasScheme) {
            return bare(endpoint);
        }
        var scheme = endpoint.substring(0, colon);
        return switch (scheme) {
            case UNIX -> unix(endpoint, endpoint.substring(colon + 1), Optional.empty());
            case "tcp" -> throw new IllegalArgumentException("only support unix socket endpoint");
            default ->
                    throw new IllegalArgumentException("protocol \"" + scheme + "\" not supported");
        };
    }

    private static CriEndpoint bare(String endpoint) {
        var warning =
                "using \""
                        + endpoint
                        + "\" as endpoint is deprecated, please consider using full url format";
        return unix(endpoint, endpoint, Optional.of(warning));
    }

    private static CriEndpoint unix(String endpoint, String rest, Optional<String> warning) {
        var path = rest.startsWith("//") ? rest.substring(2) : rest;
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException(
                    "endpoint \"" + endpoint + "\" names no absolute path: use unix:///path");
        }
        return new CriEndpoint(endpoint, Path.of(path), warning);
    }
}
