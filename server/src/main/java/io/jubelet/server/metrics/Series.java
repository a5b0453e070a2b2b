package io.jubelet.server.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The values of one family by their label values.
///
/// Thread: any.
final class Series<T> {
    private final Map<List<String>, T> values = new ConcurrentHashMap<>();
    private final List<String> labels;
    private final Supplier<T> first;

    /// @param labels names, in the order of the alphabet, as they are printed
    Series(List<String> labels, Supplier<T> first) {
        this.labels = List.copyOf(labels);
        this.first = first;
    }

    List<String> labels() {
        return labels;
    }

    /// The value of these labels, made when first asked for.
    T of(List<String> labelValues) {
        var known = values.get(labelValues);
        if (known != null) {
            return known;
        }
        if (labelValues.size() != labels.size()) {
            throw new IllegalArgumentException("labels " + labels + " but values " + labelValues);
        }
        return values.computeIfAbsent(List.copyOf(labelValues), _ -> first.get());
    }

    void drop(Predicate<List<String>> gone) {
        values.keySet().removeIf(gone);
    }

    int size() {
        return values.size();
    }

    Set<List<String>> labelValues() {
        return Set.copyOf(values.keySet());
    }

    /// Every series in a fixed order.
    void forEach(BiConsumer<List<String>, T> each) {
        var ordered = new TreeMap<List<String>, T>(Series::compare);
        ordered.putAll(values);
        ordered.forEach(each);
    }

    private static int compare(List<String> one, List<String> other) {
        return Arrays.compare(one.toArray(String[]::new), other.toArray(String[]::new));
    }
}
