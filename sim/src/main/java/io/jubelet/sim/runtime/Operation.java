package io.jubelet.sim.runtime;

import io.jubelet.core.execution.Signal;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimulatedCrash;
import io.jubelet.sim.schedule.Timeline;
import io.jubelet.sim.schedule.Timeline.Timer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// One call in flight. The runtime is another process: it works on whether or not the caller still
/// waits.
///
/// Thread: `await` on the caller's; all else in effects of the timeline. `outcome` is published by
/// the signal.
final class Operation<T> {
    private final String name;
    private final Timeline timeline;
    private final Seeded random;
    private final Latency latency;
    private final Signal answered;
    private final List<Timer> timers = new CopyOnWriteArrayList<>();
    private volatile Optional<Supplier<T>> outcome = Optional.empty();
    private volatile Runnable whenAbandoned = () -> {};

    Operation(String name, Timeline timeline, Seeded random, Latency latency) {
        this.name = name;
        this.timeline = timeline;
        this.random = random;
        this.latency = latency;
        this.answered = timeline.signal(name);
    }

    String name() {
        return name;
    }

    /// Lets `work` happen when the request has reached the runtime.
    void send(Runnable work) {
        later(timeline.after(latency.draw(random), name, work));
    }

    /// Remembers a timer of this call, which a caller that goes away may take along.
    void later(Timer timer) {
        timers.add(timer);
    }

    /// What the runtime does when it notices that the caller has gone away.
    void whenAbandoned(Runnable effect) {
        whenAbandoned = effect;
    }

    void answer(T value) {
        settle(() -> value);
    }

    void fail(RuntimeCallException failure) {
        settle(
                () -> {
                    throw failure;
                });
    }

    boolean settled() {
        return outcome.isPresent();
    }

    void connectionLost() {
        if (random.oneIn(2)) {
            timers.forEach(Timer::cancel);
        }
        fail(new RuntimeCallException(name, Code.UNAVAILABLE, "transport is closing"));
    }

    /// The caller wants it no more. The runtime may be too far to stop.
    void cancelled() {
        if (random.oneIn(2)) {
            timers.forEach(Timer::cancel);
        }
        fail(new RuntimeCallException(name, Code.FAILED, "context canceled"));
    }

    private void settle(Supplier<T> result) {
        if (outcome.isEmpty()) {
            outcome = Optional.of(result);
            timeline.after(latency.draw(random), name, answered::raise);
        }
    }

    T await() {
        try {
            answered.await();
        } catch (SimulatedCrash crash) {
            // The runtime notices a caller's end soon, late, or not at all.
            if (random.oneIn(2)) {
                timers.forEach(Timer::cancel);
                timeline.after(latency.draw(random), name + " given up", whenAbandoned);
            }
            throw crash;
        }
        return outcome.orElseThrow().get();
    }
}
