package io.jubelet.client.transport;

import java.time.Duration;

/// A moment after which nobody waits any more.
///
/// Thread: immutable.
public final class Deadline {
    private final long end;
    private final Duration whole;

    private Deadline(Duration whole) {
        this.whole = whole;
        this.end = System.nanoTime() + whole.toNanos();
    }

    public static Deadline in(Duration time) {
        return new Deadline(time);
    }

    public long nanosLeft() {
        return end - System.nanoTime();
    }

    public boolean leaves(Duration time) {
        return nanosLeft() > time.toNanos();
    }

    /// The time that was given in the beginning, for messages.
    public Duration whole() {
        return whole;
    }
}
