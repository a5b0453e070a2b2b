package io.jubelet.server.metrics;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/// Numbers that only grow.
///
/// Thread: any.
final class Counters implements MetricFamily {
    private final String name;
    private final String help;
    private final Series<LongAdder> series;

    Counters(String name, String help, List<String> labels) {
        this.name = name;
        this.help = help;
        this.series = new Series<>(labels, LongAdder::new);
    }

    /// Without labels, and so shown before anything is counted.
    static Counters single(String name, String help) {
        var counters = new Counters(name, help, List.of());
        counters.series.of(List.of());
        return counters;
    }

    /// Shows this series though nothing was counted of it.
    void touch(String... labelValues) {
        series.of(List.of(labelValues));
    }

    void increment(String... labelValues) {
        increment(List.of(labelValues));
    }

    /// Forgets every series that `gone` holds for.
    void drop(Predicate<List<String>> gone) {
        series.drop(gone);
    }

    /// How many series there are.
    int size() {
        return series.size();
    }

    /// All label values that something was counted of.
    Set<List<String>> labelValues() {
        return series.labelValues();
    }

    void increment(List<String> labelValues) {
        series.of(labelValues).increment();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(MetricText out) {
        out.family(name, help, "counter");
        series.forEach(
                (values, count) ->
                        out.sample(
                                name,
                                series.labels(),
                                values,
                                MetricText.number((double) count.sum())));
    }
}
