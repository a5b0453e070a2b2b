package io.jubelet.server.metrics;

/// All series of one name.
///
/// Thread: any.
sealed interface MetricFamily permits Computed, Counters, Gauges, Histograms, Readings {
    String name();

    void write(MetricText out);
}
