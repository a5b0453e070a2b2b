package io.jubelet.core.observation;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Listens to the runtime's container events, each a hint to read one pod again.
///
/// Thread: its own, `runtime-events`; `flowing` from any.
/// Upstream: pleg/evented.go, with the difference that an event's content is never believed.
public final class EventStream {
    private static final Log LOG = Log.of(EventStream.class);

    /// A runtime without events refuses the call at once; one that has kept the stream open for
    /// this long has them, even if nothing has happened yet.
    private static final Duration TRUSTED_AFTER = Duration.ofSeconds(2);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final RuntimeChanges changes;
    private final ObservationTimes times;
    private final Signal retry;
    private volatile Optional<Tick> openSince = Optional.empty();
    private @Nullable Signal onBreak;

    public EventStream(
            Execution execution,
            ContainerRuntime runtime,
            RuntimeChanges changes,
            ObservationTimes times) {
        this.execution = execution;
        this.runtime = runtime;
        this.changes = changes;
        this.times = times;
        this.retry = execution.signal("runtime-events");
    }

    /// Raises `signal` whenever the stream breaks, for events may have been lost. Before start
    /// only.
    void onBreak(Signal signal) {
        onBreak = signal;
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "runtime-events", this::run);
    }

    /// Whether events can be relied on to come soon after what they tell of.
    public boolean flowing() {
        var now = execution.tick();
        return openSince.map(since -> !now.isBefore(since.plus(TRUSTED_AFTER))).orElse(false);
    }

    private void run() {
        var wait = times.firstRetry();
        while (true) {
            var openedAt = execution.tick();
            openSince = Optional.of(openedAt);
            var offered = listen();
            openSince = Optional.empty();
            if (!offered) {
                return;
            }
            if (onBreak != null) {
                onBreak.raise();
            }
            var lasted = openedAt.until(execution.tick());
            wait = lasted.compareTo(TRUSTED_AFTER) > 0 ? times.firstRetry() : times.after(wait);
            retry.await(wait);
        }
    }

    /// Answers whether the runtime has events at all.
    private boolean listen() {
        try {
            runtime.streamEvents(changes::hinted);
            return true;
        } catch (RuntimeCallException failure) {
            if (failure.code() == RuntimeCallException.Code.UNIMPLEMENTED) {
                LOG.info("The runtime offers no container events; it will be listed instead");
                return false;
            }
            LOG.v(2).info("The runtime's event stream broke", "reason", failure.reason());
            return true;
        }
    }
}
