package io.jubelet.core.volume;

import io.jubelet.core.waiting.ObjectProblem;
import java.time.Duration;
import java.util.Optional;

/// How far one volume is. Moments are counted from when the agent began to look after volumes, by
/// the monotonic clock.
sealed interface VolumeState {
    /// When it may be tried again, if the last try failed.
    Optional<Retry> retry();

    /// It has not been made, and why not if that was tried.
    record Absent(String detail, Optional<ObjectProblem> problem, Optional<Retry> retry)
            implements VolumeState {
        static final Absent UNTRIED =
                new Absent("being mounted", Optional.empty(), Optional.empty());
    }

    /// It is there.
    ///
    /// @param stale whether what it is made of has changed, or may have
    /// @param refreshAt when its content grows too old
    record Mounted(
            PodVolumes.Placed placed,
            boolean stale,
            Optional<Duration> refreshAt,
            Optional<Retry> retry)
            implements VolumeState {}

    /// A wait that doubles.
    record Retry(Duration delay, Duration until) {
        private static final Duration FIRST = Duration.ofMillis(500);
        private static final Duration LONGEST = Duration.ofSeconds(122);

        /// Upstream: nestedpendingoperations with exponentialbackoff.
        static Retry after(Optional<Retry> before, Duration now) {
            var doubled = before.map(last -> last.delay().multipliedBy(2)).orElse(FIRST);
            var delay = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
            return new Retry(delay, now.plus(delay));
        }

        boolean over(Duration now) {
            return now.compareTo(until) >= 0;
        }
    }
}
