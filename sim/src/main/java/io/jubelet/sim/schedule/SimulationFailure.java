package io.jubelet.sim.schedule;

import org.jspecify.annotations.Nullable;

/// Something that must never happen happened in a simulated run: a broken invariant, a deadlock, a
/// livelock, a thread that died.
public final class SimulationFailure extends AssertionError {
    public SimulationFailure(String message) {
        super(message);
    }

    public SimulationFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
