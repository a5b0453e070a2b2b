package io.jubelet.adapters.probe;

import java.net.SocketTimeoutException;
import java.time.Duration;

/// When a try has taken long enough.
final class Deadline {
    private final boolean limited;
    private final long end;

    private Deadline(boolean limited, long end) {
        this.limited = limited;
        this.end = end;
    }

    /// @param timeout zero for never
    static Deadline after(Duration timeout) {
        return new Deadline(!timeout.isZero(), System.nanoTime() + timeout.toNanos());
    }

    /// What is left, as sockets take it: at least one, and zero for ever.
    int millis() throws SocketTimeoutException {
        if (!limited) {
            return 0;
        }
        var left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        if (left <= 0) {
            throw new SocketTimeoutException("i/o timeout");
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }
}
