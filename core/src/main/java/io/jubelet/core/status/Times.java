package io.jubelet.core.status;

import io.jubelet.api.meta.Time;
import java.time.Instant;

/// Instants as v1 writes them: whole seconds.
final class Times {
    private Times() {}

    static Time of(Instant instant) {
        return Time.newBuilder().setSeconds(instant.getEpochSecond()).build();
    }
}
