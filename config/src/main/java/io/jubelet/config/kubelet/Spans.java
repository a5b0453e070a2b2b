package io.jubelet.config.kubelet;

import io.jubelet.api.kubeletconfig.Duration;

/// Turns the configuration's durations into Java's and back.
///
/// Thread: any; pure.
public final class Spans {
    private Spans() {}

    public static Duration of(java.time.Duration duration) {
        return Duration.newBuilder().setNanos(duration.toNanos()).build();
    }

    public static Duration ofSeconds(long seconds) {
        return of(java.time.Duration.ofSeconds(seconds));
    }

    public static Duration ofMinutes(long minutes) {
        return of(java.time.Duration.ofMinutes(minutes));
    }

    public static Duration ofMillis(long millis) {
        return of(java.time.Duration.ofMillis(millis));
    }

    public static java.time.Duration toJava(Duration duration) {
        return java.time.Duration.ofNanos(duration.getNanos());
    }
}
