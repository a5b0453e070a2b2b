package io.jubelet.core.probe;

import io.jubelet.api.core.Probe;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.function.Consumer;

/// One probe of one running container, from its first try until it is decided or the container is
/// gone. A try that hangs holds up nothing but itself.
///
/// Thread: its own virtual thread, `probe <namespace>/<name>`.
/// Upstream: prober/worker.go.
final class ProbeRunner {
    private static final Log LOG = Log.of(ProbeRunner.class);

    /// A try that could not be made is made again at once, this often in all.
    private static final int MOST_TRIES = 3;

    /// Each further one is twice as long.
    private static final Duration SHORTEST_GAP = Duration.ofMillis(10);

    private final Execution execution;
    private final Prober prober;
    private final ProbeEvents events;
    private final Consumer<PodUid> news;
    private final Meter meter;
    private final ProbedContainer target;
    private final ProbeKind kind;
    private final Probe probe;
    private final Signal wake;
    private final double spread;
    private final Duration ranBefore;
    private final Tick begin;
    private ProbeTally tally;
    private Duration lastTook = Duration.ZERO;

    ProbeRunner(
            ProbeManager.Tools tools,
            ProbedContainer target,
            ProbeKind kind,
            Signal wake,
            double spread) {
        this.execution = tools.execution();
        this.prober = tools.prober();
        this.events = tools.events();
        this.news = tools.news();
        this.meter = tools.meter();
        this.target = target;
        this.kind = kind;
        this.probe = kind.of(target.container()).orElseThrow();
        this.wake = wake;
        this.spread = spread;
        this.ranBefore = Duration.between(target.startedAt(), execution.now());
        this.begin = execution.tick();
        this.tally = ProbeTally.begin(kind, probe, target.result(kind));
    }

    void run() {
        if (!awaitStartup() || !pause(tally.untilFirst(running(), spread))) {
            return;
        }
        while (!tally.decided()) {
            var began = execution.tick();
            var outcome = attempt();
            if (!target.going(kind)) {
                return;
            }
            var hasty = tally.maySoonSucceed() && nobodyListens(outcome);
            events.tell(target.pod(), target.container(), kind, outcome);
            count(outcome, began);
            if (!tally.decided() && hasty && !askSoon(began)) {
                return;
            }
            if (!tally.decided() && !pause(tally.untilNext(began.until(execution.tick())))) {
                return;
            }
        }
    }

    private void count(ProbeOutcome outcome, Tick began) {
        log(outcome);
        meter.tell(
                new Figure.Probed(
                        target.pod().identity(),
                        target.container().getName(),
                        kind.text(),
                        answer(outcome),
                        lastTook));
        tally = tally.counted(outcome);
        var rest = tally.untilNext(began.until(execution.tick()));
        target.tried(kind, outcome, execution.now(), execution.now().plus(rest));
        if (target.record(kind, tally.result())) {
            news.accept(target.pod().uid());
        }
    }

    private static Figure.ProbeAnswer answer(ProbeOutcome outcome) {
        return switch (outcome) {
            case ProbeOutcome.Success _, ProbeOutcome.Warning _ -> Figure.ProbeAnswer.SUCCESSFUL;
            case ProbeOutcome.Failure _ -> Figure.ProbeAnswer.FAILED;
            case ProbeOutcome.Unknown _ -> Figure.ProbeAnswer.UNKNOWN;
        };
    }

    /// A server that was not listening yet when it was asked for the first time does so in a
    /// moment: it is asked again before a whole period is over, and only its success counts. Ends
    /// as soon as somebody answers; answers whether to go on.
    private boolean askSoon(Tick began) {
        var gap = SHORTEST_GAP;
        while (gap.compareTo(tally.untilNext(began.until(execution.tick()))) < 0) {
            if (!pause(gap)) {
                return false;
            }
            var outcome = attempt();
            if (!nobodyListens(outcome)) {
                if (target.going(kind) && succeeded(outcome)) {
                    count(outcome, began);
                }
                return target.going(kind);
            }
            gap = gap.multipliedBy(2);
        }
        return true;
    }

    /// Nothing in the container notices a connection that nobody accepts. What a command says of
    /// one is another matter.
    private boolean nobodyListens(ProbeOutcome outcome) {
        return !probe.getHandler().hasExec()
                && outcome instanceof ProbeOutcome.Failure(var text)
                && text.endsWith("connection refused");
    }

    private static boolean succeeded(ProbeOutcome outcome) {
        return outcome instanceof ProbeOutcome.Success || outcome instanceof ProbeOutcome.Warning;
    }

    /// How long the container has run: by the clock up to when we saw it, and then by our own
    /// count, as the clock may jump while a startup probe is waited for.
    private Duration running() {
        return ranBefore.plus(begin.until(execution.tick()));
    }

    /// Answers whether to go on.
    private boolean awaitStartup() {
        while (kind != ProbeKind.STARTUP && target.going(kind) && !target.started()) {
            wake.await();
        }
        return target.going(kind);
    }

    /// Lets time pass; answers whether to go on.
    private boolean pause(Duration time) {
        var end = execution.tick().plus(time);
        var left = time;
        while (target.going(kind) && left.isPositive() && wake.await(left)) {
            left = execution.tick().until(end);
        }
        return target.going(kind);
    }

    private ProbeOutcome attempt() {
        var began = execution.tick();
        var outcome = ask();
        lastTook = began.until(execution.tick());
        return outcome;
    }

    private ProbeOutcome ask() {
        var request = ProbeRequestCalculator.calculate(probe, target.container(), target.podIp());
        ProbeOutcome outcome = new ProbeOutcome.Unknown("");
        for (var tries = 0; tries < MOST_TRIES; tries++) {
            outcome = once(request);
            if (!(outcome instanceof ProbeOutcome.Unknown) || !target.going(kind)) {
                return outcome;
            }
        }
        return outcome;
    }

    private ProbeOutcome once(ProbeRequest request) {
        var timeout = Duration.ofSeconds(Math.max(1, probe.getTimeoutSeconds()));
        try {
            return switch (request) {
                case ProbeRequest.Exec(var command) -> prober.exec(target.id(), command, timeout);
                case ProbeRequest.Http(var check) -> prober.http(check, timeout);
                case ProbeRequest.Tcp(var host, var port) -> prober.tcp(host, port, timeout);
                case ProbeRequest.Grpc(var host, var port, var service) ->
                        prober.grpc(host, port, service, timeout);
                case ProbeRequest.Impossible(var why) -> new ProbeOutcome.Unknown(why);
            };
        } catch (RuntimeException bug) {
            LOG.error(bug, "A probe failed unexpectedly", "pod", target.pod().identity());
            return new ProbeOutcome.Unknown(bug.toString());
        }
    }

    private void log(ProbeOutcome outcome) {
        var succeeded = succeeded(outcome);
        LOG.v(succeeded ? 3 : 1)
                .info(
                        succeeded ? "Probe succeeded" : "Probe failed",
                        "probeType",
                        kind.text(),
                        "pod",
                        target.pod().identity(),
                        "podUID",
                        target.pod().uid(),
                        "containerName",
                        target.container().getName());
    }
}
