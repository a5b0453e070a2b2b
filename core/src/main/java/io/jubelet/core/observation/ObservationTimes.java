package io.jubelet.core.observation;

import java.time.Duration;

/// The periods of the observers, in one place.
///
/// @param relistWithoutEvents upstream's generic PLEG period
/// @param relistWithEvents the safety net's period while events flow
/// @param healthPeriod how often the runtime is asked for its status
/// @param firstRetry the first wait after a failure of the runtime
/// @param longestRetry the longest such wait
public record ObservationTimes(
        Duration relistWithoutEvents,
        Duration relistWithEvents,
        Duration healthPeriod,
        Duration firstRetry,
        Duration longestRetry) {
    public static final ObservationTimes STANDARD =
            new ObservationTimes(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(5),
                    Duration.ofMillis(100),
                    Duration.ofSeconds(5));

    /// The wait after one that was `last`.
    Duration after(Duration last) {
        var doubled = last.multipliedBy(2);
        return doubled.compareTo(longestRetry) > 0 ? longestRetry : doubled;
    }
}
