package io.jubelet.sim.schedule;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// The real clock for fakes: a demo without a container runtime, and hollow nodes.
///
/// Thread: any; effects run on one thread of its own.
public final class RealTimeline implements Timeline {
    private final Execution execution;
    private final ScheduledExecutorService effects =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("simulated-runtime").factory());

    public RealTimeline(Execution execution) {
        this.execution = execution;
    }

    @Override
    public void point(String label) {}

    @Override
    public Timer after(Duration delay, String label, Runnable effect) {
        var future = effects.schedule(effect, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void note(String line) {}

    @Override
    public Instant now() {
        return execution.now();
    }

    @Override
    public Tick tick() {
        return execution.tick();
    }

    @Override
    public double random() {
        return execution.random();
    }

    @Override
    public Signal signal(String name) {
        return execution.signal(name);
    }

    @Override
    public void start(ThreadKind kind, String name, Runnable body) {
        execution.start(kind, name, body);
    }
}
