package io.jubelet.core.reflection;

import java.time.Duration;

/// How a reflector takes its time.
///
/// @param firstWait before the first try after a failure; doubles from there
/// @param firstWaitIfDenied the same where the server denies the object. It lets a node read what
///     pods of this node name, and learns of such a pod no sooner than the node itself does
/// @param longestWait before jitter, which at most doubles it
/// @param calm after this long without a failure the waits begin anew
/// @param watch a watch is asked for this long up to twice as long
public record ReflectionTimes(
        Duration firstWait,
        Duration firstWaitIfDenied,
        Duration longestWait,
        Duration calm,
        Duration watch) {
    /// Upstream's: client-go tools/cache/reflector.go.
    public static final ReflectionTimes STANDARD =
            new ReflectionTimes(
                    Duration.ofMillis(800),
                    Duration.ofMillis(800),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(5));

    /// For watches of single objects, of which a node has hundreds.
    public static final ReflectionTimes OF_ONE_OBJECT =
            new ReflectionTimes(
                    STANDARD.firstWait(),
                    Duration.ofMillis(25),
                    STANDARD.longestWait(),
                    STANDARD.calm(),
                    Duration.ofMinutes(30));
}
