package io.jubelet.sim.schedule;

import java.time.Duration;
import java.util.List;

/// How wildly a run interleaves.
///
/// @param switchesOfFour at how many of four scheduling points another thread may go on
/// @param stallOneIn one point in this many holds its thread up, as a busy machine does; 0 for
/// never
/// @param stallAtMost the longest such hold-up
/// @param stepsPerSecond more steps than this in one virtual second are a livelock
public record Pace(int switchesOfFour, int stallOneIn, Duration stallAtMost, int stepsPerSecond) {
    /// Every point may switch, no thread stalls: for tests that want plain behaviour.
    public static final Pace STEADY = new Pace(4, 0, Duration.ZERO, 50_000);

    /// Another temper for every seed.
    public static Pace of(long seed) {
        var random = Seeded.of(seed, "pace");
        var stallOneIn = random.pick(List.of(0, 500, 100));
        var stall = random.pick(List.of(5, 100, 1500));
        return new Pace(random.between(1, 4), stallOneIn, Duration.ofMillis(stall), 50_000);
    }
}
