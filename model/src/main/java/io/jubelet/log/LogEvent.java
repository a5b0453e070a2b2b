package io.jubelet.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One line before it has a shape.
///
/// Thread: made and encoded on the logging thread.
///
/// @param context pairs from the scope, which come before those of the call
record LogEvent(
        Severity severity,
        int level,
        Instant time,
        Caller caller,
        String message,
        @Nullable Throwable failure,
        List<@Nullable Object> context,
        List<@Nullable Object> pairs) {
    private static final String MISSING = "(MISSING)";

    /// Where the line was logged.
    record Caller(String folder, String file, int line) {
        static final Caller UNKNOWN = new Caller("", "???", 1);
    }

    /// One key with its value.
    record Pair(String key, @Nullable Object value) {}

    Optional<Throwable> cause() {
        return Optional.ofNullable(failure);
    }

    /// The pairs in order, each key once: an equal repetition is dropped, another value for a known
    /// key takes the later place.
    List<Pair> mergedPairs() {
        var merged = new ArrayList<Pair>(context.size() / 2 + pairs.size() / 2 + 1);
        for (int i = 0; i < context.size(); i += 2) {
            merge(merged, new Pair(String.valueOf(context.get(i)), context.get(i + 1)));
        }
        for (int i = 0; i < pairs.size(); i += 2) {
            Object value = i + 1 < pairs.size() ? pairs.get(i + 1) : MISSING;
            merge(merged, new Pair(String.valueOf(pairs.get(i)), value));
        }
        return merged;
    }

    private static void merge(List<Pair> merged, Pair pair) {
        for (int i = 0; i < merged.size(); i++) {
            Pair known = merged.get(i);
            if (known.key().equals(pair.key())) {
                if (Objects.equals(known.value(), pair.value())) {
                    return;
                }
                merged.remove(i);
                break;
            }
        }
        merged.add(pair);
    }
}
