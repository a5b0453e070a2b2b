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

    /// From when on a newer one is asked for, jitter aside.
    static Instant refreshAt(TokenRequest granted) {
        var expiry = expiry(granted);
        if (!granted.getSpec().hasExpirationSeconds()) {
            return expiry;
        }
        var seconds = granted.getSpec().getExpirationSeconds();
        var late = expiry.minusSeconds(seconds * 20 / 100);
        var longest = expiry.minusSeconds(seconds).plus(LONGEST_USE);
        return longest.isBefore(late) ? longest : late;
    }

    /// @param random from 0 up to but not including 1
    public static boolean wantsRefresh(TokenRequest granted, Instant now, double random) {
        if (!granted.getSpec().hasExpirationSeconds()) {
            return false;
        }
        var jitter = Duration.ofSeconds((long) (random * MOST_JITTER.toSeconds()));
        return now.isAfter(refreshAt(granted).minus(jitter));
    }
}
