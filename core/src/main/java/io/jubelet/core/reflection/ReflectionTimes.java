package io.jubelet.core.reflection;

import java.time.Duration;

/// How a reflector takes its time.
///
/// @param firstWait before the first try after a failure; doubles from there
/// @param longestWait before jitter, which at most doubles it
/// @param calm after this long without a failure the waits begin anew
/// @param watch a watch is asked for this long up to twice as long
public record ReflectionTimes(
        Duration firstWait, Duration longestWait, Duration calm, Duration watch) {
    /// Upstream's: client-go tools/cache/reflector.go.
    public static final ReflectionTimes STANDARD =
            new ReflectionTimes(
                    Duration.ofMillis(800),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(5));

    /// For watches of single objects, of which a node has hundreds.
    public static final ReflectionTimes OF_ONE_OBJECT =
            new ReflectionTimes(
                    STANDARD.firstWait(),
                    STANDARD.longestWait(),
                    STANDARD.calm(),
                    Duration.ofMinutes(30));
}
