package io.jubelet.core.probe;

import com.google.protobuf.ByteString;
import io.jubelet.api.core.Container;
import io.jubelet.api.core.HTTPGetAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The request that an `httpGet` of a pod means. Pure.
///
/// Upstream: pkg/probe/http/request.go NewRequestForHTTPGetAction.
public final class HttpCheckCalculator {
    private static final String NOT_IN_A_URL = " \"<>\\^`{|}";

    private HttpCheckCalculator() {}

    /// Throws when the container has no such port.
    ///
    /// @param podIp the host where the pod names none
    public static HttpCheck calculate(
            HTTPGetAction get, Container container, String podIp, String userAgent) {
        var host = get.getHost().isEmpty() ? podIp : get.getHost();
        var port = PortCalculator.calculate(get.getPort(), container);
        var given = new ArrayList<HttpCheck.Header>();
        get.getHttpHeadersList()
                .forEach(
                        header ->
                                given.add(
                                        new HttpCheck.Header(
                                                canonical(header.getName()), header.getValue())));
        return new HttpCheck(
                get.getScheme().toLowerCase(Locale.ROOT).equals("https"),
                host,
                port,
                target(get.getPath()),
                first(given, "Host")
                        .filter(name -> !name.isEmpty())
                        .orElse(HttpCheck.authority(host, port)),
                completed(given, userAgent));
    }

    /// What the pod says wins; an empty Accept or User-Agent means none at all.
    private static List<HttpCheck.Header> completed(
            List<HttpCheck.Header> given, String userAgent) {
        var headers = new ArrayList<HttpCheck.Header>();
        var agent = first(given, "User-Agent").orElse(userAgent);
        if (!agent.isEmpty()) {
            headers.add(new HttpCheck.Header("User-Agent", agent));
        }
        var accept = first(given, "Accept");
        if (accept.isEmpty()) {
            headers.add(new HttpCheck.Header("Accept", "*/*"));
        }
        var noAccept = accept.filter(String::isEmpty).isPresent();
        for (var header : given) {
            var skipped =
                    switch (header.name()) {
                        case "Host", "User-Agent" -> true;
                        case "Accept" -> noAccept;
                        default -> false;
                    };
            if (!skipped) {
                headers.add(header);
            }
        }
        return headers;
    }

    private static Optional<String> first(List<HttpCheck.Header> headers, String name) {
        return headers.stream()
                .filter(header -> header.name().equals(name))
                .map(HttpCheck.Header::value)
                .findFirst();
    }

    /// Every word of a header's name begins with a capital, as Go writes them.
    private static String canonical(String name) {
        var result = new StringBuilder(name.length());
        var begins = true;
        for (var at = 0; at < name.length(); at++) {
            var character = name.charAt(at);
            if (character <= ' ' || character > '~') {
                return name;
            }
            result.append(
                    begins ? Character.toUpperCase(character) : Character.toLowerCase(character));
            begins = character == '-';
        }
        return result.toString();
    }

    private static String target(String path) {
        var fragment = path.indexOf('#');
        var shown = fragment < 0 ? path : path.substring(0, fragment);
        var target = new StringBuilder(shown.startsWith("/") ? "" : "/");
        for (var octet : ByteString.copyFromUtf8(shown)) {
            var character = (char) (octet & 0xff);
            if (character < ' ' || character > '~' || NOT_IN_A_URL.indexOf(character) >= 0) {
                target.append('%').append("%02X".formatted((int) character));
            } else {
                target.append(character);
            }
        }
        return target.toString();
    }
}
