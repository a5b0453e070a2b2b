package io.jubelet.sim.runtime;

import io.jubelet.sim.schedule.Seeded;
import java.time.Duration;

/// How long a call to the simulated runtime takes on its way there and back. Never nothing, so that
/// a call ends later than it began.
public record Latency(Duration least, Duration usual, Duration most) {
    public static final Latency NORMAL =
            new Latency(Duration.ofNanos(50_000), Duration.ofMillis(3), Duration.ofMillis(120));

    public Latency {
        if (!least.isPositive()) {
            throw new IllegalArgumentException("a call takes time");
        }
    }

    public Duration draw(Seeded random) {
        return random.oneIn(16) ? random.between(usual, most) : random.between(least, usual);
    }
}
