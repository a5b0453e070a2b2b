package io.jubelet.server.endpoint;

import io.jubelet.server.http.Request;
import io.jubelet.server.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// In which form a page for people is wanted: as text, or as an object of one of two versions.
///
/// Upstream: apiserver/pkg/server/flagz/negotiate. YAML and CBOR are not offered here.
enum PageFormat {
    TEXT("", ""),
    BETA("v1beta1", ""),
    ALPHA(
            "v1alpha1",
            "299 - \"This version of the %s endpoint is deprecated. Please use a newer version.\"");

    private static final String GROUP = "config.k8s.io";

    private final String version;
    private final String warning;

    PageFormat(String version, String warning) {
        this.version = version;
        this.warning = warning;
    }

    String apiVersion() {
        return GROUP + "/" + version;
    }

    /// The answer with the warning that this form comes with.
    Response warned(Response answer, String page) {
        return warning.isEmpty() ? answer : answer.with("Warning", warning.formatted(page));
    }

    /// Empty when nothing that is accepted can be given.
    ///
    /// @param kind such as `Flagz`
    static Optional<PageFormat> wanted(Request request, String kind) {
        var accept = request.headers().first("Accept").orElse("").strip();
        if (accept.isEmpty()) {
            return Optional.of(TEXT);
        }
        for (var clause : accept.split(",", -1)) {
            var format = of(clause.replace(" ", "").toLowerCase(Locale.ROOT), kind);
            if (format.isPresent()) {
                return format;
            }
        }
        return Optional.empty();
    }

    private static Optional<PageFormat> of(String clause, String kind) {
        var parts = clause.split(";", -1);
        var type = parts[0];
        var as = parameter(parts, "as");
        if (type.equals("*/*") || type.equals("text/*") || type.equals("text/plain")) {
            return as.isEmpty() ? Optional.of(TEXT) : Optional.empty();
        }
        if (!type.equals("application/json")
                || !as.equals(kind.toLowerCase(Locale.ROOT))
                || !parameter(parts, "g").equals(GROUP)) {
            return Optional.empty();
        }
        return switch (parameter(parts, "v")) {
            case "v1beta1" -> Optional.of(BETA);
            case "v1alpha1" -> Optional.of(ALPHA);
            default -> Optional.empty();
        };
    }

    private static String parameter(String[] parts, String name) {
        for (var part : parts) {
            if (part.startsWith(name + "=")) {
                return part.substring(name.length() + 1);
            }
        }
        return "";
    }

    /// What is said when nothing fits.
    static Response notAcceptable() {
        var message = "only the following media types are accepted: application/json, text/plain";
        return Response.of(
                406,
                "application/json",
                ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
                                + "\"status\":\"Failure\","
                                + "\"message\":\""
                                + message
                                + "\",\"reason\":\"NotAcceptable\",\"code\":406}\n")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
