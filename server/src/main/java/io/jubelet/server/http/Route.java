package io.jubelet.server.http;

import java.util.List;

/// Which requests an endpoint gets.
///
/// A path that ends in a slash covers everything below it. A [Kind#SERVICE] also answers to its
/// path with a slash at the end and checks the method; a [Kind#HANDLER] takes any method.
///
/// Upstream: go-restful's WebServices and plain handlers on one mux.
///
/// @param methods allowed ones; empty for all
public record Route(String path, Kind kind, List<String> methods, Endpoint endpoint) {
    /// How upstream registers the path, which shows in odd requests.
    public enum Kind {
        HANDLER,
        SERVICE
    }

    public Route {
        methods = List.copyOf(methods);
    }

    /// Any method, this path alone.
    public static Route handler(String path, Endpoint endpoint) {
        return new Route(path, Kind.HANDLER, List.of(), endpoint);
    }

    /// GET alone, with or without a slash at the end.
    public static Route service(String path, Endpoint endpoint) {
        return new Route(path, Kind.SERVICE, List.of("GET"), endpoint);
    }

    boolean covers(String requested) {
        return requested.equals(path)
                || (path.endsWith("/") && requested.startsWith(path))
                || (kind == Kind.SERVICE && requested.startsWith(path + "/"));
    }

    boolean isBelow(String requested) {
        return kind == Kind.SERVICE && !requested.equals(path) && !requested.equals(path + "/");
    }

    boolean allows(String method) {
        return methods.isEmpty() || methods.contains(method);
    }
}
