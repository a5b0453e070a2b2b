package io.jubelet.sim.schedule;

import io.jubelet.core.execution.Execution;
import java.time.Duration;

/// What a fake needs beyond [Execution]: effects that happen later whoever waits for them. The
/// simulation's is [SimScheduler]; [RealTimeline] lets the same fakes run on the real clock.
///
/// Thread: any.
public interface Timeline extends Execution {
    /// Marks a place where another thread may go first, or the process may crash.
    void point(String label);

    /// Runs `effect` once, `delay` from now, on a thread of the timeline's own; effects never run
    /// at the same time as each other and never block.
    Timer after(Duration delay, String label, Runnable effect);

    /// Writes a line into the trace, if there is one.
    void note(String line);

    /// An effect that has not happened yet.
    interface Timer {
        /// Keeps the effect from happening, if it has not yet.
        void cancel();
    }
}
