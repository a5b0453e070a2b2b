package io.jubelet.core.sync;

import io.jubelet.core.runtime.Ordered;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How long each thing that keeps failing has to wait before the next try. Immutable.
///
/// Upstream: client-go's flowcontrol.Backoff as doBackOff and the image manager use it: the first
/// failure costs nothing, each one after it doubles the wait, and a quiet time of twice the longest
/// wait forgets it all.
///
/// @param restarts the limits of waits between restarts; those between pulls are always the usual
public record RestartBackOff(Map<String, Entry> entries, BackOffLimits restarts) {
    public static final RestartBackOff NONE = new RestartBackOff(Map.of());

    /// What the keys of pulls begin with.
    static final String PULL = "pull ";

    public RestartBackOff {
        entries = Ordered.copy(entries);
    }

    RestartBackOff(Map<String, Entry> entries) {
        this(entries, BackOffLimits.STANDARD);
    }

    /// The same waits with other limits between restarts.
    public RestartBackOff within(BackOffLimits limits) {
        return new RestartBackOff(entries, limits);
    }

    /// One thing's wait, and when it was last lengthened.
    ///
    /// @param causes with what it failed
    public record Entry(Duration delay, Instant updated, Causes causes) {
        Entry(Duration delay, Instant updated) {
            this(delay, updated, Causes.NONE);
        }
    }

    /// When the thing that failed at `failedAt` may be tried again; empty if that time has come.
    ///
    /// A failure in the future means that the clock was set back: nobody knows how long ago it was,
    /// and one early try is better than an hour's wait.
    public Optional<Instant> retryAfter(String key, Instant failedAt, Instant now) {
        var entry = entries.get(key);
        var limits = limits(key);
        if (entry == null || expired(entry, failedAt, limits) || failedAt.isAfter(now)) {
            return Optional.empty();
        }
        var until = failedAt.plus(limits.capped(entry.delay()));
        return now.isBefore(until) ? Optional.of(until) : Optional.empty();
    }

    /// The wait that stands for `key` now.
    public Duration delay(String key) {
        var entry = entries.get(key);
        return entry == null ? Duration.ZERO : limits(key).capped(entry.delay());
    }

    /// When a failed try that was noted by [#lengthened] may be repeated; empty if it may now.
    public Optional<Instant> retryAfterLast(String key, Instant now) {
        var entry = entries.get(key);
        return entry == null ? Optional.empty() : retryAfter(key, entry.updated(), now);
    }

    /// The same with the wait of `key` begun or doubled.
    public RestartBackOff lengthened(String key, Instant failedAt, Instant now) {
        var old = entries.get(key);
        var limits = limits(key);
        var delay =
                old == null || expired(old, failedAt, limits)
                        ? limits.first()
                        : limits.doubled(old.delay());
        var next = new LinkedHashMap<>(entries);
        next.put(key, new Entry(delay, now, old == null ? Causes.NONE : old.causes()));
        return new RestartBackOff(next, restarts);
    }

    /// The same after a try of `key` with these objects.
    public RestartBackOff because(String key, Causes causes) {
        return startedOver(Map.of(key, causes));
    }

    /// The same where what failed with other objects than those of now begins anew: with half of
    /// the first wait, so that an object that changes all the time does not undo all waiting.
    ///
    /// @param now by key; what is not there stays
    public RestartBackOff startedOver(Map<String, Causes> now) {
        var next = new LinkedHashMap<>(entries);
        now.forEach(
                (key, causes) ->
                        next.computeIfPresent(key, (_, entry) -> startedOver(key, entry, causes)));
        return next.equals(entries) ? this : new RestartBackOff(next, restarts);
    }

    private Entry startedOver(String key, Entry entry, Causes now) {
        var delay =
                now.differFrom(entry.causes()) ? limits(key).first().dividedBy(2) : entry.delay();
        return new Entry(delay, entry.updated(), now.over(entry.causes()));
    }

    private BackOffLimits limits(String key) {
        return key.startsWith(PULL) ? BackOffLimits.STANDARD : restarts;
    }

    private static boolean expired(Entry entry, Instant failedAt, BackOffLimits limits) {
        return failedAt.isAfter(entry.updated().plus(limits.longest().multipliedBy(2)));
    }
}
