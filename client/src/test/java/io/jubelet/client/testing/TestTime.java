package io.jubelet.client.testing;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Time that a test moves. A wait ends at once and is written down; the time passes only if the
/// test says so, since others may wait at the same time.
///
/// Thread: any.
public final class TestTime implements Execution {
    private final boolean waitsPass;
    private final List<Duration> waits = new ArrayList<>();
    private Duration passed = Duration.ZERO;

    private TestTime(boolean waitsPass) {
        this.waitsPass = waitsPass;
    }

    /// Whoever waits is alone, and the time passes meanwhile.
    public static TestTime moving() {
        return new TestTime(true);
    }

    /// All come at the same moment.
    public static TestTime standing() {
        return new TestTime(false);
    }

    public synchronized void pass(Duration time) {
        passed = passed.plus(time);
    }

    public synchronized List<Duration> waits() {
        return List.copyOf(waits);
    }

    public synchronized Duration passed() {
        return passed;
    }

    @Override
    public synchronized Instant now() {
        return Instant.parse("2026-01-01T00:00:00Z").plus(passed);
    }

    @Override
    public synchronized Tick tick() {
        return new Tick(passed.toNanos());
    }

    @Override
    public double random() {
        return 0;
    }

    private synchronized void waited(Duration time) {
        waits.add(time);
        if (waitsPass) {
            pass(time);
        }
    }

    @Override
    public Signal signal(String name) {
        return new Signal() {
            @Override
            public void raise() {
                throw new UnsupportedOperationException();
            }

            @Override
            public void await() {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean await(Duration atMost) {
                waited(atMost);
                return false;
            }
        };
    }

    @Override
    public void start(ThreadKind kind, String name, Runnable body) {
        throw new UnsupportedOperationException();
    }
}
