package io.jubelet.server.metrics;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Whole numbers that go up and down.
///
/// Thread: any.
final class Gauges implements MetricFamily {
    private final String name;
    private final String help;
    private final Series<AtomicLong> series;

    Gauges(String name, String help, List<String> labels) {
        this.name = name;
        this.help = help;
        this.series = new Series<>(labels, AtomicLong::new);
    }

    /// Without labels, and so shown before anything is told.
    static Gauges single(String name, String help) {
        var gauges = new Gauges(name, help, List.of());
        gauges.series.of(List.of());
        return gauges;
    }

    void set(long value, List<String> labelValues) {
        series.of(labelValues).set(value);
    }

    void add(long difference, List<String> labelValues) {
        series.of(labelValues).addAndGet(difference);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(MetricText out) {
        out.family(name, help, "gauge");
        series.forEach(
                (values, value) ->
                        out.sample(
                                name,
                                series.labels(),
                                values,
                                MetricText.number((double) value.get())));
    }
}
