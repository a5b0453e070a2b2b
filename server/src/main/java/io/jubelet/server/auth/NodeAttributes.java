package io.jubelet.server.auth;

import java.util.List;

/// Which parts of the node object a path stands for; the first that is allowed lets it pass.
///
/// Thread: stateless.
///
/// Upstream: pkg/kubelet/server/auth.go GetRequestAttributes.
final class NodeAttributes {
    private NodeAttributes() {}

    static List<String> subresources(String path) {
        if (isAt(path, "/pods") || isAt(path, "/runningpods")) {
            return List.of("pods", "proxy");
        }
        if (isAt(path, "/healthz")) {
            return List.of("healthz", "proxy");
        }
        if (isAt(path, "/configz")) {
            return List.of("configz", "proxy");
        }
        if (isAt(path, "/stats")) {
            return List.of("stats");
        }
        if (isAt(path, "/metrics")) {
            return List.of("metrics");
        }
        if (isAt(path, "/logs")) {
            return List.of("log");
        }
        if (isAt(path, "/checkpoint")) {
            return List.of("checkpoint");
        }
        if (isAt(path, "/statusz")) {
            return List.of("statusz");
        }
        return List.of(isAt(path, "/flagz") ? "configz" : "proxy");
    }

    private static boolean isAt(String path, String root) {
        return path.equals(root) || path.startsWith(root + "/");
    }

    static String verb(String method) {
        return switch (method) {
            case "POST" -> "create";
            case "GET" -> "get";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "";
        };
    }
}
