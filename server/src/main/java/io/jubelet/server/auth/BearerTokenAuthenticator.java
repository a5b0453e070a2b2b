package io.jubelet.server.auth;

import io.jubelet.server.http.Request;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Takes a bearer token out of a request and has it looked at: out of the `Authorization` header,
/// or out of the protocols that a WebSocket client offers, which can set no header.
///
/// Thread: any; it blocks as long as the look takes.
///
/// Upstream: apiserver authentication/request/bearertoken and request/websocket.
final class BearerTokenAuthenticator implements Authenticator {
    private static final String PROTOCOL_PREFIX = "base64url.bearer.authorization.k8s.io.";

    private final TokenReviews tokens;
    private final TokenPlace place;

    /// Where a token stands in a request.
    @FunctionalInterface
    interface TokenPlace {
        Optional<String> find(Request request);
    }

    private BearerTokenAuthenticator(TokenReviews tokens, TokenPlace place) {
        this.tokens = tokens;
        this.place = place;
    }

    static Authenticator ofHeader(TokenReviews tokens) {
        return new BearerTokenAuthenticator(tokens, BearerTokenAuthenticator::fromHeader);
    }

    static Authenticator ofWebSocket(TokenReviews tokens) {
        return new BearerTokenAuthenticator(tokens, BearerTokenAuthenticator::fromProtocols);
    }

    @Override
    public Authentication authenticate(Request request) {
        return place.find(request).map(tokens::review).orElseGet(Authentication.NotShown::new);
    }

    static Optional<String> fromHeader(Request request) {
        var header = request.headers().first("Authorization").orElse("").strip();
        var parts = header.split(" ", 3);
        if (parts.length < 2 || !parts[0].equalsIgnoreCase("bearer") || parts[1].isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(parts[1]);
    }

    /// One protocol must be there beside the token, for the answer has to name one.
    static Optional<String> fromProtocols(Request request) {
        if (!request.headers().askForWebSocket()) {
            return Optional.empty();
        }
        var tokens = new ArrayList<String>();
        var others = new ArrayList<String>();
        for (String line : request.headers().values("Sec-WebSocket-Protocol")) {
            for (String each : List.of(line.split(",", -1))) {
                var protocol = each.strip();
                if (protocol.startsWith(PROTOCOL_PREFIX)) {
                    tokens.add(protocol.substring(PROTOCOL_PREFIX.length()));
                } else {
                    others.add(protocol);
                }
            }
        }
        return tokens.size() == 1 && !others.isEmpty()
                ? decoded(tokens.getFirst())
                : Optional.empty();
    }

    private static Optional<String> decoded(String encoded) {
        try {
            var text = new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
