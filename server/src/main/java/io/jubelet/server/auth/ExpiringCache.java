package io.jubelet.server.auth;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Remembers answers for a time, and only so many: the one not used for longest goes first.
///
/// Thread: any; its own lock guards the map and is never held while anybody is asked.
final class ExpiringCache<K, V> {
    private final LongSupplier nanos;
    private final Map<K, Kept<V>> entries;

    private record Kept<V>(V value, long until) {}

    ExpiringCache(int most, LongSupplier nanos) {
        this.nanos = nanos;
        this.entries =
                new LinkedHashMap<>(16, 0.75f, true) {
                    private static final long serialVersionUID = 1;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<K, Kept<V>> eldest) {
                        return size() > most;
                    }
                };
    }

    synchronized Optional<V> find(K key) {
        var entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        if (entry.until() - nanos.getAsLong() <= 0) {
            entries.remove(key);
            return Optional.empty();
        }
        return Optional.of(entry.value());
    }

    /// A time of zero or less keeps nothing.
    synchronized void keep(K key, V value, Duration time) {
        if (time.isPositive()) {
            entries.put(key, new Kept<>(value, nanos.getAsLong() + time.toNanos()));
        }
    }

    synchronized int size() {
        return entries.size();
    }
}
