package io.jubelet.sim.runtime;

import java.time.Duration;

/// How often the way to the runtime goes wrong. Each number means one call or event in so many;
/// zero means never.
///
/// @param refusedOneIn the call fails before it did anything
/// @param answerLostOneIn the call is done, but its caller gets an error
/// @param slowOneIn the call takes up to `slowest` longer
/// @param hungOneIn the call, done or not, is answered only by its deadline
/// @param eventLostOneIn an event never arrives
/// @param eventTwiceOneIn an event arrives twice
/// @param eventLateOneIn an event, and all after it, arrives up to `slowest` late
public record Faults(
        int refusedOneIn,
        int answerLostOneIn,
        int slowOneIn,
        int hungOneIn,
        int eventLostOneIn,
        int eventTwiceOneIn,
        int eventLateOneIn,
        Duration slowest,
        Duration deadline) {
    private static final Duration SLOWEST = Duration.ofSeconds(3);
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0, SLOWEST, DEADLINE);

    /// Now and then something goes wrong.
    public static final Faults SOME = new Faults(60, 60, 40, 150, 10, 10, 10, SLOWEST, DEADLINE);

    /// Hardly anything works.
    public static final Faults MANY = new Faults(10, 10, 10, 25, 3, 3, 5, SLOWEST, DEADLINE);

    /// Only events go wrong.
    public static final Faults OF_EVENTS = new Faults(0, 0, 20, 0, 2, 4, 4, SLOWEST, DEADLINE);
}
