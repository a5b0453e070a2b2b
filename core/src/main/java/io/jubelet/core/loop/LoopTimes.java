package io.jubelet.core.loop;

import java.time.Duration;

/// The sync loop's own periods.
///
/// @param housekeeping how often what nobody owns is looked for
/// @param heartbeat how long the loop rests at most
public record LoopTimes(Duration housekeeping, Duration heartbeat) {
    public static final LoopTimes STANDARD =
            new LoopTimes(Duration.ofSeconds(2), Duration.ofSeconds(1));
}
