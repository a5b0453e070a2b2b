package io.jubelet.core.probe;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.runtime.ContainerId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/// One running instance of a container that has probes: what they say of it, and whether they go
/// on.
///
/// Thread: any; the monitor guards the results and the end, and nobody is woken under it.
final class ProbedContainer {
    private final DesiredPod pod;
    private final Container container;
    private final ContainerId id;
    private final Instant startedAt;
    private final boolean foundRunning;
    private final String podIp;
    private final Map<ProbeKind, ProbeResult> results = new EnumMap<>(ProbeKind.class);
    private final Map<ProbeKind, Signal> going = new EnumMap<>(ProbeKind.class);

    /// @param foundRunning whether it ran before the agent did
    /// @param known what is known of a kind's result already
    ProbedContainer(
            DesiredPod pod,
            Container container,
            ContainerId id,
            Instant startedAt,
            boolean foundRunning,
            String podIp,
            Function<ProbeKind, ProbeResult> known) {
        this.pod = pod;
        this.container = container;
        this.id = id;
        this.startedAt = startedAt;
        this.foundRunning = foundRunning;
        this.podIp = podIp;
        for (var kind : ProbeKind.values()) {
            kind.of(container).ifPresent(_ -> results.put(kind, known.apply(kind)));
        }
    }

    DesiredPod pod() {
        return pod;
    }

    Container container() {
        return container;
    }

    ContainerId id() {
        return id;
    }

    Instant startedAt() {
        return startedAt;
    }

    boolean foundRunning() {
        return foundRunning;
    }

    String podIp() {
        return podIp;
    }

    synchronized Map<ProbeKind, ProbeResult> results() {
        return new EnumMap<>(results);
    }

    synchronized ProbeResult result(ProbeKind kind) {
        return results.getOrDefault(kind, kind.initial());
    }

    /// @param wake raised whenever the probe may have to do something else than it thought
    synchronized void begin(ProbeKind kind, Signal wake) {
        going.put(kind, wake);
    }

    synchronized boolean going(ProbeKind kind) {
        return going.containsKey(kind);
    }

    /// Whether other probes than the startup probe may be made.
    synchronized boolean started() {
        return results.getOrDefault(ProbeKind.STARTUP, ProbeResult.SUCCESS) == ProbeResult.SUCCESS;
    }

    /// Takes a result of a probe that goes on; answers whether it is news.
    boolean record(ProbeKind kind, ProbeResult result) {
        var others = new ArrayList<Signal>();
        synchronized (this) {
            if (!going.containsKey(kind) || result == results.put(kind, result)) {
                return false;
            }
            if (kind == ProbeKind.STARTUP) {
                others.addAll(going.values());
            }
        }
        others.forEach(Signal::raise);
        return true;
    }

    void stop(ProbeKind kind) {
        Signal signal;
        synchronized (this) {
            signal = going.remove(kind);
        }
        if (signal != null) {
            signal.raise();
        }
    }

    void stop() {
        for (var kind : ProbeKind.values()) {
            stop(kind);
        }
    }
}
