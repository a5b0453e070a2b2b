package io.jubelet.core.testing;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Time that a test moves, and one thread that runs on the test's own until it would wait for
/// somebody: `execution.run()` returns then. A wait with an end moves the time there.
public final class StepExecution implements Execution {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long nanos;
    private double random;
    private int ran;
    private final List<Runnable> bodies = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();

    /// Ends a thread's run where it would wait for ever; no exception, so that nobody catches it.
    private static final class Idle extends Error {
        private static final long serialVersionUID = 1L;
    }

    /// Runs everything that was started until it waits.
    public void run() {
        bodies.forEach(StepExecution::run);
    }

    /// The same of what was started since the last time, and so ran never.
    public void runNew() {
        while (ran < bodies.size()) {
            ran++;
            run(bodies.get(ran - 1));
        }
    }

    private static void run(Runnable body) {
        try {
            body.run();
        } catch (Idle expected) {
            // It waits, and so it is the next one's turn.
        }
    }

    public void pass(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
    }

    /// Sets the wall clock alone.
    public void jump(Duration time) {
        now = now.plus(time);
    }

    public void randomIs(double value) {
        random = value;
    }

    /// The waits with an end so far, in order.
    public List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Tick tick() {
        return new Tick(nanos);
    }

    @Override
    public double random() {
        return random;
    }

    @Override
    public Signal signal(String name) {
        return new StepSignal();
    }

    @Override
    public void start(ThreadKind kind, String name, Runnable body) {
        bodies.add(body);
    }

    private final class StepSignal implements Signal {
        private boolean raised;

        @Override
        public void raise() {
            raised = true;
        }

        @Override
        public void await() {
            if (!raised) {
                throw new Idle();
            }
            raised = false;
        }

        @Override
        public boolean await(Duration atMost) {
            var was = raised;
            raised = false;
            if (!was) {
                pauses.add(atMost);
                pass(atMost);
            }
            return was;
        }
    }
}
