package io.jubelet.server;

import io.jubelet.log.Logging;
import io.jubelet.server.endpoint.HealthCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Fails when the log cannot be written, such as to a pipe that nobody reads. A look starts a flush
/// on a thread of its own, at most one a minute; one that has hung for too long is the failure.
///
/// Thread: any; the lock guards which flush is the last one, and is never held while flushing.
///
/// Upstream: apiserver server/healthz LogHealthz.
final class LogCheck {
    static final Duration PERIOD = Duration.ofMinutes(1);
    static final Duration LONGEST = Duration.ofMinutes(2);

    private final Runnable flush;
    private final LongSupplier nanos;
    private Optional<Flush> last = Optional.empty();

    private record Flush(Thread thread, long since) {}

    LogCheck(Runnable flush, LongSupplier nanos) {
        this.flush = flush;
        this.nanos = nanos;
    }

    static HealthCheck ofTheLog() {
        return new HealthCheck("log", new LogCheck(Logging::flush, System::nanoTime)::problem);
    }

    synchronized Optional<String> problem() {
        var now = nanos.getAsLong();
        if (last.isEmpty() || isOver(last.get(), now)) {
            // A platform thread: a hung write would hold a virtual one's carrier.
            var thread = Thread.ofPlatform().daemon().name("log-check").start(flush);
            last = Optional.of(new Flush(thread, now));
            return Optional.empty();
        }
        return last.filter(flushing -> flushing.thread().isAlive())
                .filter(flushing -> age(flushing, now).compareTo(LONGEST) >= 0)
                .map(_ -> "logging blocked");
    }

    private static boolean isOver(Flush flush, long now) {
        return !flush.thread().isAlive() && age(flush, now).compareTo(PERIOD) >= 0;
    }

    private static Duration age(Flush flush, long now) {
        return Duration.ofNanos(now - flush.since());
    }
}
