package io.jubelet.config.validation;

import static io.jubelet.log.GoText.quote;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads as much of a URL as validation needs, and words its refusals as Go does.
///
/// Thread: any; pure.
///
/// Upstream: Go's net/url Parse.
final class GoUrl {
    /// What reading came to.
    sealed interface Result {}

    /// The URL can be read; its scheme in lower case, empty when it has none.
    record Scheme(String scheme) implements Result {}

    /// The URL cannot be read.
    record Fault(String reason) implements Result {}

    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]*):(.*)");
    private static final Pattern PORT = Pattern.compile("(:[0-9]*)?");
    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2}).{0,2}");
    private static final Pattern BAD_HOST = Pattern.compile("[ \"<>\\\\^`{|}]");

    private GoUrl() {}

    static Result parse(String text) {
        if (text.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            return new Fault("net/url: invalid control character in URL");
        }
        if (text.startsWith(":")) {
            return new Fault("missing protocol scheme");
        }
        String whole = before(text, '#');
        var match = SCHEME.matcher(whole);
        boolean found = match.matches();
        String scheme = found ? match.group(1).toLowerCase(Locale.ROOT) : "";
        String rest = before(found ? match.group(2) : whole, '?');
        if (!found && !rest.startsWith("/") && before(rest, '/').contains(":")) {
            return new Fault("first path segment in URL cannot contain colon");
        }
        return fault(rest, found).<Result>map(Fault::new).orElse(new Scheme(scheme));
    }

    private static Optional<String> fault(String rest, boolean hasScheme) {
        if (!rest.startsWith("//") || (!hasScheme && rest.startsWith("///"))) {
            return escapeFault(rest);
        }
        String authority = before(rest.substring(2), '/');
        return authorityFault(authority)
                .or(() -> escapeFault(rest.substring(2 + authority.length())));
    }

    private static Optional<String> authorityFault(String authority) {
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        int bracket = host.startsWith("[") ? host.lastIndexOf(']') : -1;
        if (host.startsWith("[") && bracket < 0) {
            return Optional.of("missing ']' in host");
        }
        int colon = bracket < 0 ? host.lastIndexOf(':') : bracket + 1;
        String port = colon < 0 ? "" : host.substring(colon);
        if (!PORT.matcher(port).matches()) {
            return Optional.of("invalid port " + quote(port) + " after host");
        }
        var bad = BAD_HOST.matcher(host);
        return bad.find()
                ? Optional.of("invalid character " + quote(bad.group()) + " in host name")
                : escapeFault(host);
    }

    private static Optional<String> escapeFault(String text) {
        var match = BAD_ESCAPE.matcher(text);
        return match.find()
                ? Optional.of("invalid URL escape " + quote(match.group()))
                : Optional.empty();
    }

    private static String before(String text, char mark) {
        int at = text.indexOf(mark);
        return at < 0 ? text : text.substring(0, at);
    }
}
