package io.jubelet.core.objects;

import io.jubelet.api.authentication.TokenRequest;
import java.time.Duration;
import java.time.Instant;

/// When a token is too old to be handed out, or old enough for a new one. Pure.
///
/// A token's age counts from when it was received, on the monotonic clock: a node whose own clock
/// is wrong, or jumps, still gets and renews its tokens.
///
/// Upstream: token/token_manager.go requiresRefresh, expired, by the node's own clock.
public final class TokenPolicy {
    static final Duration LONGEST_USE = Duration.ofHours(24);
    static final Duration MOST_JITTER = Duration.ofSeconds(10);

    private TokenPolicy() {}

    /// How long it lives.
    ///
    /// @param received when it came, by the node's clock: for a server that says no length
    static Duration life(TokenRequest granted, Instant received) {
        if (granted.getSpec().hasExpirationSeconds()) {
            return Duration.ofSeconds(granted.getSpec().getExpirationSeconds());
        }
        var end = granted.getStatus().getExpirationTimestamp();
        return Duration.between(received, Instant.ofEpochSecond(end.getSeconds(), end.getNanos()));
    }

    public static boolean expired(Duration life, Duration age) {
        return age.compareTo(life) > 0;
    }

    /// At what age a newer one is asked for, jitter aside.
    static Duration refreshAge(Duration life) {
        var late = life.minusSeconds(life.toSeconds() * 20 / 100);
        return LONGEST_USE.compareTo(late) < 0 ? LONGEST_USE : late;
    }

    /// @param random from 0 up to but not including 1
    public static boolean wantsRefresh(Duration life, Duration age, double random) {
        var jitter = Duration.ofSeconds((long) (random * MOST_JITTER.toSeconds()));
        return age.compareTo(refreshAge(life).minus(jitter)) > 0;
    }
}
