package io.jubelet.server.http;

import java.util.List;

/// Which requests an endpoint gets.
///
/// A path that ends in a slash covers everything below it. A [Kind#SERVICE] also answers to its
/// path with a slash at the end and checks the method; a [Kind#HANDLER] takes any method. A service
/// may have parts below its path: `/exec/<namespace>/<pod>/<container>` has three.
///
/// Upstream: go-restful's WebServices and plain handlers on one mux.
///
/// @param methods allowed ones; empty for all
/// @param parts how many there may be below the path of a service
public record Route(
        String path, Kind kind, List<String> methods, List<Integer> parts, Endpoint endpoint) {
    /// How upstream registers the path, which shows in odd requests.
    public enum Kind {
        HANDLER,
        SERVICE
    }

    public Route {
        methods = List.copyOf(methods);
        parts = List.copyOf(parts);
    }

    /// Any method, this path alone.
    public static Route handler(String path, Endpoint endpoint) {
        return new Route(path, Kind.HANDLER, List.of(), List.of(), endpoint);
    }

    /// GET alone, with or without a slash at the end.
    public static Route service(String path, Endpoint endpoint) {
        return new Route(path, Kind.SERVICE, List.of("GET"), List.of(0), endpoint);
    }

    /// What lies below the path, in so many parts.
    public static Route below(
            String path, List<String> methods, List<Integer> parts, Endpoint endpoint) {
        return new Route(path, Kind.SERVICE, methods, parts, endpoint);
    }

    /// Everything below a path that ends in a slash.
    public static Route under(String path, List<String> methods, Endpoint endpoint) {
        return new Route(path, Kind.HANDLER, methods, List.of(), endpoint);
    }

    boolean covers(String requested) {
        return requested.equals(path)
                || (path.endsWith("/") && requested.startsWith(path))
                || (kind == Kind.SERVICE && requested.startsWith(path + "/"));
    }

    /// Whether a service has something at this path, which it covers.
    boolean has(String requested) {
        return kind == Kind.HANDLER || parts.contains(partsBelow(requested));
    }

    private int partsBelow(String requested) {
        var rest = requested.substring(path.length());
        var trimmed = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        return (int) trimmed.chars().filter(each -> each == '/').count();
    }

    boolean allows(String method) {
        return methods.isEmpty() || methods.contains(method);
    }
}
