package io.jubelet.e2e.bench;

import java.util.ArrayList;
import java.util.List;

/// Figures of one kind, such as the milliseconds of each start.
///
/// Thread: immutable.
record Samples(List<Double> values) {
    static final Samples NONE = new Samples(List.of());

    Samples {
        values = values.stream().sorted().toList();
    }

    static Samples of(double... values) {
        var list = new ArrayList<Double>();
        for (var value : values) {
            list.add(value);
        }
        return new Samples(list);
    }

    Samples and(Samples more) {
        var all = new ArrayList<>(values);
        all.addAll(more.values);
        return new Samples(all);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /// The smallest value that at least this share of all values does not exceed.
    ///
    /// @param percent above 0, at most 100
    double percentile(double percent) {
        if (values.isEmpty()) {
            throw new IllegalStateException("no percentile of nothing");
        }
        var rank = (int) Math.ceil(percent / 100 * values.size());
        return values.get(Math.max(0, rank - 1));
    }

    /// The middle value, or the mean of the two in the middle.
    double median() {
        var half = values.size() / 2;
        return values.size() % 2 == 1 ? values.get(half) : (percentile(50) + values.get(half)) / 2;
    }

    double max() {
        return percentile(100);
    }
}
