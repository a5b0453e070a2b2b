package io.jubelet.server.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// How often values fell below each of some bounds.
///
/// Thread: any; a reader may see a value in its bucket before it is in the sum.
final class Histograms implements MetricFamily {
    private final String name;
    private final String help;
    private final List<Double> bounds;
    private final Series<Buckets> series;

    private record Buckets(List<LongAdder> counts, DoubleAdder sum) {
        static Buckets of(int bounds) {
            var counts = IntStream.rangeClosed(0, bounds).mapToObj(_ -> new LongAdder()).toList();
            return new Buckets(counts, new DoubleAdder());
        }
    }

    /// Go's default buckets.
    static final List<Double> DEFAULT_BOUNDS =
            List.of(.005, .01, .025, .05, .1, .25, .5, 1.0, 2.5, 5.0, 10.0);

    /// @param bounds upper ones, rising; what is above all of them counts as well
    Histograms(String name, String help, List<Double> bounds, List<String> labels) {
        this.name = name;
        this.help = help;
        this.bounds = List.copyOf(bounds);
        this.series = new Series<>(labels, () -> Buckets.of(bounds.size()));
    }

    /// Without labels, and so shown before anything is measured.
    static Histograms single(String name, String help, List<Double> bounds) {
        var histograms = new Histograms(name, help, bounds, List.of());
        histograms.series.of(List.of());
        return histograms;
    }

    /// Bounds that grow by a factor.
    static List<Double> exponential(double start, double factor, int count) {
        return Stream.iterate(start, bound -> bound * factor).limit(count).toList();
    }

    void observe(Duration time, String... labelValues) {
        observe(time.toNanos() / 1e9, List.of(labelValues));
    }

    /// Forgets every series that `gone` holds for.
    void drop(Predicate<List<String>> gone) {
        series.drop(gone);
    }

    void observe(double value, List<String> labelValues) {
        var buckets = series.of(labelValues);
        var bucket = 0;
        while (bucket < bounds.size() && value > bounds.get(bucket)) {
            bucket++;
        }
        buckets.counts().get(bucket).increment();
        buckets.sum().add(value);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(MetricText out) {
        out.family(name, help, "histogram");
        series.forEach((values, buckets) -> write(out, values, buckets));
    }

    private void write(MetricText out, List<String> values, Buckets buckets) {
        var labels = with(series.labels(), "le");
        var total = 0L;
        for (int bucket = 0; bucket <= bounds.size(); bucket++) {
            total += buckets.counts().get(bucket).sum();
            var bound = bucket < bounds.size() ? MetricText.number(bounds.get(bucket)) : "+Inf";
            out.sample(name + "_bucket", labels, with(values, bound), Long.toString(total));
        }
        out.sample(name + "_sum", series.labels(), values, MetricText.number(buckets.sum().sum()));
        out.sample(name + "_count", series.labels(), values, Long.toString(total));
    }

    private static List<String> with(List<String> some, String more) {
        var all = new ArrayList<>(some);
        all.add(more);
        return all;
    }
}
