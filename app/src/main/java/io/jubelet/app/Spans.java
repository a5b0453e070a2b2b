package io.jubelet.app;

import java.time.Duration;

/// Durations of the configuration as the JDK's.
final class Spans {
    private Spans() {}

    static Duration of(io.jubelet.api.kubeletconfig.Duration configured) {
        return Duration.ofNanos(configured.getNanos());
    }
}
