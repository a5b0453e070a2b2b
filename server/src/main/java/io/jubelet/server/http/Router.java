package io.jubelet.server.http;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the route of a request and answers what no route can: unclean paths, unknown paths and
/// wrong methods. What lies behind a route goes through the guard first, so that a stranger learns
/// neither which methods nor which sub-paths exist; unknown paths need no guard.
///
/// Thread: immutable.
///
/// Upstream: Go's ServeMux with a go-restful container behind it.
public final class Router implements Endpoint {
    private final List<Route> routes;
    private final Guard guard;

    /// Says who may pass.
    @FunctionalInterface
    public interface Guard {
        /// Lets everyone pass.
        Guard OPEN = _ -> Optional.empty();

        /// The refusal; empty when the request may go on.
        Optional<Response> refusal(Request request);
    }

    public Router(List<Route> routes, Guard guard) {
        this.routes =
                routes.stream()
                        .sorted(Comparator.comparingInt((Route r) -> r.path().length()).reversed())
                        .toList();
        this.guard = guard;
    }

    @Override
    public Answer answer(Request request) {
        var path = request.path();
        if (path.equals("*")) {
            return Response.text(400, "");
        }
        var clean = cleaned(path);
        if (!request.method().equals("CONNECT")) {
            if (routes.stream().anyMatch(route -> route.path().equals(clean + "/"))) {
                return redirect(request, clean + "/");
            }
            if (!clean.equals(path)) {
                return redirect(request, clean);
            }
        }
        return routes.stream()
                .filter(route -> route.covers(path))
                .findFirst()
                .<Answer>map(route -> guarded(route, request))
                .orElseGet(Response::notFound);
    }

    private Answer guarded(Route route, Request request) {
        var refusal = guard.refusal(request);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (!route.has(request.path())) {
            return Response.text(404, "404: Page Not Found");
        }
        if (!route.allows(request.method())) {
            return Response.text(405, "405: Method Not Allowed")
                    .with("Allow", String.join(", ", route.methods()));
        }
        return route.endpoint().answer(request);
    }

    private static Response redirect(Request request, String path) {
        var query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
        var location = PathText.encoded(path) + query;
        var withBody = request.method().equals("GET") || request.isHead();
        var response =
                withBody
                        ? Response.of(
                                307,
                                "text/html; charset=utf-8",
                                PathText.link(location, "Temporary Redirect"))
                        : new Response(307, Map.of(), Response.text(307, "").body());
        return response.with("Location", location);
    }

    /// Without empty, `.` and `..` parts; a slash at the end stays.
    static String cleaned(String path) {
        var parts = new ArrayDeque<String>();
        for (String part : path.split("/", -1)) {
            switch (part) {
                case "", "." -> {}
                case ".." -> parts.pollLast();
                default -> parts.addLast(part);
            }
        }
        var clean = "/" + String.join("/", parts);
        return path.endsWith("/") && clean.length() > 1 ? clean + "/" : clean;
    }
}
