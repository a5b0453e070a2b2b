package io.jubelet.core.probe;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Probe;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.waiting.ProbeFailing;
import io.jubelet.core.waiting.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// One running instance of a container that has probes: what they say of it, and whether they go
/// on.
///
/// Thread: any; the monitor guards the results and the end, and nobody is woken under it.
final class ProbedContainer {
    /// How much is kept of what a try printed.
    private static final int MOST_DETAIL = 1024;

    private final DesiredPod pod;
    private final Container container;
    private final ContainerId id;
    private final Instant startedAt;
    private final boolean foundRunning;
    private final String podIp;
    private final Map<ProbeKind, ProbeResult> results = new EnumMap<>(ProbeKind.class);
    private final Map<ProbeKind, Signal> going = new EnumMap<>(ProbeKind.class);
    private final Map<ProbeKind, Trouble> troubles = new EnumMap<>(ProbeKind.class);

    /// Kinds of which nobody knows what they said of it before the agent came.
    private final Set<ProbeKind> unheard = EnumSet.noneOf(ProbeKind.class);

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

    /// Nobody told what these probes said of it, and their first try is due.
    synchronized void unheard(Set<ProbeKind> kinds) {
        unheard.addAll(kinds);
    }

    /// Whether what is said of it now may be only for want of a first try.
    synchronized boolean undecided() {
        return unheard.stream()
                .filter(kind -> kind == ProbeKind.STARTUP || started())
                .anyMatch(going::containsKey);
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

    /// What the last try of a probe gave, if that was no success.
    ///
    /// @param since when the first try of those that did not succeed was made
    private record Trouble(String detail, Instant since, Instant nextTry) {}

    /// Keeps what a try gave, for those who ask why.
    synchronized void tried(ProbeKind kind, ProbeOutcome outcome, Instant at, Instant nextTry) {
        unheard.remove(kind);
        var text =
                switch (outcome) {
                    case ProbeOutcome.Success _, ProbeOutcome.Warning _ -> "";
                    case ProbeOutcome.Failure(var why) -> "failed: " + why;
                    case ProbeOutcome.Unknown(var why) -> "could not be made: " + why;
                };
        if (text.isEmpty()) {
            troubles.remove(kind);
            return;
        }
        var detail = text.length() > MOST_DETAIL ? text.substring(0, MOST_DETAIL) : text;
        var before = Optional.ofNullable(troubles.get(kind));
        troubles.put(kind, new Trouble(detail, before.map(Trouble::since).orElse(at), nextTry));
    }

    /// What its probes keep it waiting for.
    synchronized List<Wait> waits() {
        var waits = new ArrayList<Wait>();
        for (var kind : going.keySet()) {
            var trouble = Optional.ofNullable(troubles.get(kind));
            if (trouble.isPresent()) {
                waits.add(wait(kind, trouble.get()));
            } else if (untried(kind)) {
                var first =
                        startedAt.plus(
                                ProbeTally.begin(kind, probe(kind)).schedule().initialDelay());
                waits.add(wait(kind, new Trouble("has not been made yet", startedAt, first)));
            }
        }
        return waits;
    }

    private boolean untried(ProbeKind kind) {
        return switch (kind) {
            case STARTUP -> results.get(kind) != ProbeResult.SUCCESS;
            case READINESS -> started() && results.get(kind) != ProbeResult.SUCCESS;
            case LIVENESS -> false;
        };
    }

    private Probe probe(ProbeKind kind) {
        return kind.of(container).orElseThrow();
    }

    private Wait wait(ProbeKind kind, Trouble trouble) {
        return new Wait(
                new ProbeFailing(container.getName(), kind.text(), trouble.detail()),
                trouble.since(),
                Optional.of(trouble.nextTry()));
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
