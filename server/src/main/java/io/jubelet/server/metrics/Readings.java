package io.jubelet.server.metrics;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// One number without labels that somebody reads off from time to time, 0 at first.
///
/// Thread: any.
final class Readings implements MetricFamily {
    private final String name;
    private final String help;
    private final AtomicLong bits = new AtomicLong();

    Readings(String name, String help) {
        this.name = name;
        this.help = help;
    }

    void set(double value) {
        bits.set(Double.doubleToRawLongBits(value));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void write(MetricText out) {
        out.family(name, help, "gauge");
        out.sample(
                name, List.of(), List.of(), MetricText.number(Double.longBitsToDouble(bits.get())));
    }
}
