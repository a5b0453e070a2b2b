package io.jubelet.core.execution;

import java.time.Instant;

/// Time, threads and waits of the agent. In production the JDK's; in the simulation a virtual clock
/// and a baton that lets one thread run at a time.
///
/// Thread: any.
public interface Execution {
    /// Wall-clock time, for what people read. It may jump.
    Instant now();

    /// Monotonic time, for every comparison that decides something.
    Tick tick();

    /// A number from 0 up to but not including 1, for jitter.
    double random();

    /// A new signal; `name` appears in thread dumps and simulation traces.
    Signal signal(String name);

    /// Starts a thread that runs `body` once.
    void start(ThreadKind kind, String name, Runnable body);
}
