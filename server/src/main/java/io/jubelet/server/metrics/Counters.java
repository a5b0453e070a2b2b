package io.jubelet.server.metrics;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

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
