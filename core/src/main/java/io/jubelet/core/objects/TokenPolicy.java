package io.jubelet.core.objects;

import io.jubelet.api.authentication.TokenRequest;
import java.time.Duration;
import java.time.Instant;

/// When a token is too old to be handed out, or old enough for a new one. Pure.
///
/// Upstream: token/token_manager.go requiresRefresh, expired.
public final class TokenPolicy {
    static final Duration LONGEST_USE = Duration.ofHours(24);
    static final Duration MOST_JITTER = Duration.ofSeconds(10);

    private TokenPolicy() {}

    static Instant expiry(TokenRequest granted) {
        var time = granted.getStatus().getExpirationTimestamp();
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }

    public static boolean expired(TokenRequest granted, Instant now) {
        return now.isAfter(expiry(granted));
    }

    /// @param random from 0 up to but not including 1
    public static boolean wantsRefresh(TokenRequest granted, Instant now, double random) {
        if (!granted.getSpec().hasExpirationSeconds()) {
            return false;
        }
        var seconds = granted.getSpec().getExpirationSeconds();
        var jitter = Duration.ofSeconds((long) (random * MOST_JITTER.toSeconds()));
        var expiry = expiry(granted);
        var issued = expiry.minusSeconds(seconds);
        return now.isAfter(issued.plus(LONGEST_USE).minus(jitter))
                || now.isAfter(expiry.minusSeconds(seconds * 20 / 100).minus(jitter));
    }
}
