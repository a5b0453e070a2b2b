package io.jubelet.server.metrics;

import java.util.List;
import java.util.function.Supplier;

/// Numbers that are found out when someone asks. Nothing is written when there are none.
///
/// Thread: any.
///
/// @param type `gauge` or `counter`
record Computed(
        String name, String help, String type, List<String> labels, Supplier<List<Sample>> samples)
        implements MetricFamily {
    Computed {
        labels = List.copyOf(labels);
    }

    /// One number under its label values.
    record Sample(double value, List<String> labelValues) {
        Sample {
            labelValues = List.copyOf(labelValues);
        }

        static Sample of(double value, String... labelValues) {
            return new Sample(value, List.of(labelValues));
        }
    }

    static Computed gauge(
            String name, String help, List<String> labels, Supplier<List<Sample>> samples) {
        return new Computed(name, help, "gauge", labels, samples);
    }

    @Override
    public void write(MetricText out) {
        var now = samples.get();
        if (now.isEmpty()) {
            return;
        }
        out.family(name, help, type);
        now.forEach(
                sample ->
                        out.sample(
                                name,
                                labels,
                                sample.labelValues(),
                                MetricText.number(sample.value())));
    }
}
