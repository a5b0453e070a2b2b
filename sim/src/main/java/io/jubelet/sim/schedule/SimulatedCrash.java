package io.jubelet.sim.schedule;

/// Ends a thread of an incarnation that crashed: thrown at every scheduling point from then on, as
/// if the process were gone. An error, so that no handler of expected failures catches it.
public final class SimulatedCrash extends Error {
    SimulatedCrash() {
        super("the simulated process is gone", null, false, false);
    }
}
