package io.jubelet.core.observation;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Lists the whole runtime from time to time and tells whose pods changed: the safety net under the
/// runtime's events, and their stand-in where the runtime has none.
///
/// Owner of the listing. Thread: its own, `relister`; what it answers, from any.
/// Upstream: pleg/generic.go Relist.
public final class Relister {
    private static final Log LOG = Log.of(Relister.class);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final RuntimeChanges changes;
    private final EventStream events;
    private final ObservationTimes times;
    private final Meter meter;
    private final Signal hurry;
    private volatile RuntimeListing latest = RuntimeListing.none();
    private volatile Optional<Tick> lastSuccess = Optional.empty();

    public Relister(
            Execution execution,
            ContainerRuntime runtime,
            RuntimeChanges changes,
            EventStream events,
            ObservationTimes times,
            Meter meter) {
        this.execution = execution;
        this.runtime = runtime;
        this.changes = changes;
        this.events = events;
        this.times = times;
        this.meter = meter;
        this.hurry = execution.signal("relister");
    }

    public void start() {
        events.onBreak(hurry);
        execution.start(ThreadKind.SERVICE, "relister", this::run);
    }

    /// When the last listing succeeded.
    public Optional<Tick> lastSuccess() {
        return lastSuccess;
    }

    /// All containers of the last listing.
    public List<ListedContainer> containers() {
        return latest.pods().values().stream().flatMap(pod -> pod.containers().stream()).toList();
    }

    private void run() {
        while (true) {
            relist();
            hurry.await(period());
        }
    }

    private Duration period() {
        return events.flowing() ? times.relistWithEvents() : times.relistWithoutEvents();
    }

    private void relist() {
        var takenAt = execution.tick();
        var clock = execution.now();
        var sinceLast = lastSuccess.map(last -> last.until(takenAt));
        var listed = list(takenAt);
        meter.tell(
                new Figure.Relisted(
                        takenAt.until(execution.tick()),
                        sinceLast,
                        listed ? Optional.of(clock) : Optional.empty()));
    }

    /// Answers whether the runtime told what it holds.
    private boolean list(Tick takenAt) {
        try {
            var sandboxes = runtime.listSandboxes(Optional.empty());
            var containers = runtime.listContainers(Optional.empty());
            var listing = RuntimeListing.of(takenAt, sandboxes, containers);
            var happened = RuntimeDiff.between(latest, listing);
            latest = listing;
            lastSuccess = Optional.of(takenAt);
            changes.listed(listing, happened);
            return true;
        } catch (RuntimeCallException failure) {
            // The health watch tells people; the next period tries again.
            LOG.v(2)
                    .info(
                            "Cannot list the runtime",
                            "operation",
                            failure.operation(),
                            "reason",
                            failure.reason());
            return false;
        }
    }
}
