package io.jubelet.server;

import io.jubelet.log.Logging;
import io.jubelet.server.endpoint.HealthCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Fails when the log cannot be written, such as to a pipe that nobody reads. Each look starts a
/// flush of its own thread, one at a time; one that has hung for too long is the failure.
///
/// Thread: any.
///
/// Upstream: apiserver server/healthz LogHealthz.
final class LogCheck {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final AtomicReference<Thread> flushing = new AtomicReference<>();
    private final AtomicLong since = new AtomicLong();

    private LogCheck() {}

    static HealthCheck start() {
        var check = new LogCheck();
        return new HealthCheck("log", check::problem);
    }

    private Optional<String> problem() {
        var last = flushing.get();
        if (last != null && last.isAlive()) {
            var hung = Duration.ofNanos(System.nanoTime() - since.get());
            return hung.compareTo(LONGEST) > 0 ? Optional.of("logging blocked") : Optional.empty();
        }
        var next = Thread.ofPlatform().daemon().name("log-check").unstarted(Logging::flush);
        if (flushing.compareAndSet(last, next)) {
            since.set(System.nanoTime());
            next.start();
        }
        return Optional.empty();
    }
}
