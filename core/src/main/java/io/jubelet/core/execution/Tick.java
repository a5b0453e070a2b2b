package io.jubelet.core.execution;

import java.time.Duration;

/// A moment on the monotonic clock. Ticks compare with ticks of the same process only.
///
/// @param nanos nanoseconds since an origin of the process's own choosing
public record Tick(long nanos) implements Comparable<Tick> {
    /// Before every tick that a clock gives.
    public static final Tick BEGINNING = new Tick(Long.MIN_VALUE);

    public Tick plus(Duration duration) {
        return new Tick(nanos + duration.toNanos());
    }

    public Duration until(Tick later) {
        return Duration.ofNanos(later.nanos - nanos);
    }

    public boolean isBefore(Tick other) {
        return nanos < other.nanos;
    }

    public static Tick later(Tick one, Tick other) {
        return one.isBefore(other) ? other : one;
    }

    public static Tick earlier(Tick one, Tick other) {
        return one.isBefore(other) ? one : other;
    }

    @Override
    public int compareTo(Tick other) {
        return Long.compare(nanos, other.nanos);
    }
}
