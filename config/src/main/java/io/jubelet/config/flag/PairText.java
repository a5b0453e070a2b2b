package io.jubelet.config.flag;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/// Reads and prints lists of pairs: `a=b,c=d`, `signal<quantity`, `Header:value`.
///
/// Thread: stateless. Upstream: the map flags of component-base `cli/flag`.
final class PairText {
    private PairText() {}

    static SequencedMap<String, String> map(String text, char separator) {
        var pairs = new LinkedHashMap<String, String>();
        split(text, separator, "string", pairs::put);
        return Collections.unmodifiableSequencedMap(pairs);
    }

    /// As [#map], but a comma does not end the value: one pair for each time the flag is given.
    static SequencedMap<String, String> onePair(String text) {
        var pairs = new LinkedHashMap<String, String>();
        pair(text, '=', "string", pairs::put);
        return Collections.unmodifiableSequencedMap(pairs);
    }

    /// As [#map], but a part without `=` is a key with an empty value.
    static SequencedMap<String, String> labels(String text) {
        var pairs = new LinkedHashMap<String, String>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (!part.isEmpty()) {
                String key = equals < 0 ? part : part.substring(0, equals);
                pairs.put(key.strip(), equals < 0 ? "" : part.substring(equals + 1).strip());
            }
        }
        return Collections.unmodifiableSequencedMap(pairs);
    }

    static SequencedMap<String, Boolean> bools(String text) {
        var pairs = new LinkedHashMap<String, Boolean>();
        split(text, '=', "bool", (key, value) -> pairs.put(key, bool(key, value)));
        return Collections.unmodifiableSequencedMap(pairs);
    }

    private static boolean bool(String key, String value) {
        try {
            return GoParse.bool(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "invalid value of " + key + ": " + value + ", err: " + e.getMessage(), e);
        }
    }

    static SequencedMap<String, List<String>> headers(String text) {
        var pairs = new LinkedHashMap<String, List<String>>();
        split(text, ':', "string", (key, value) -> add(pairs, key, List.of(value)));
        return Collections.unmodifiableSequencedMap(pairs);
    }

    private static void add(Map<String, List<String>> pairs, String key, List<String> values) {
        var all = new ArrayList<>(pairs.getOrDefault(key, List.of()));
        all.addAll(values);
        pairs.put(key, List.copyOf(all));
    }

    private static void split(
            String text, char separator, String kind, BiConsumer<String, String> sink) {
        for (String part : text.split(",", -1)) {
            if (!part.isEmpty()) {
                pair(part, separator, kind, sink);
            }
        }
    }

    private static void pair(
            String part, char separator, String kind, BiConsumer<String, String> sink) {
        int at = part.indexOf(separator);
        if (at < 0) {
            throw new IllegalArgumentException("malformed pair, expect string" + separator + kind);
        }
        sink.accept(part.substring(0, at).strip(), part.substring(at + 1).strip());
    }

    static <V> SequencedMap<String, V> merge(
            SequencedMap<String, V> before, SequencedMap<String, V> next) {
        var merged = new LinkedHashMap<>(before);
        merged.putAll(next);
        return Collections.unmodifiableSequencedMap(merged);
    }

    static SequencedMap<String, List<String>> mergeHeaders(
            SequencedMap<String, List<String>> before, SequencedMap<String, List<String>> next) {
        var merged = new LinkedHashMap<>(before);
        next.forEach((key, values) -> add(merged, key, values));
        return Collections.unmodifiableSequencedMap(merged);
    }

    static String print(Map<String, ?> pairs, char separator) {
        return pairs.entrySet().stream()
                .map(entry -> entry.getKey() + separator + entry.getValue())
                .sorted()
                .collect(Collectors.joining(","));
    }

    static String printHeaders(Map<String, List<String>> headers) {
        return headers.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(
                        entry -> entry.getValue().stream().map(each -> entry.getKey() + ":" + each))
                .collect(Collectors.joining(","));
    }
}
