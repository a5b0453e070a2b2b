package io.jubelet.core.rotation;

import java.time.Duration;
import java.time.ZoneId;

/// When logs are put aside, and how many of them are kept.
///
/// @param maxBytes a log of this size or more is put aside; negative for never
/// @param maxFiles how many files of a log there may be, at least 2
/// @param workers how many logs are worked on at a time
/// @param period how often all logs are looked at
/// @param zone the names of files put aside tell this zone's time
public record RotationSettings(
        long maxBytes, int maxFiles, int workers, Duration period, ZoneId zone) {
    public boolean enabled() {
        return maxBytes >= 0;
    }

    /// Upstream's defaults.
    public static RotationSettings standard(ZoneId zone) {
        return new RotationSettings(10L << 20, 5, 1, Duration.ofSeconds(10), zone);
    }
}
