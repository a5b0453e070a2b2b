package io.jubelet.core.probe;

import io.jubelet.api.core.Probe;
import java.time.Duration;

/// What the tries of one probe of one running container add up to, and when the next is due. Pure:
/// a new tally for every try.
///
/// Upstream: prober/worker.go doProbe, with the difference that a tally is of one instance of a
/// container, so that nothing has to be held or reset.
///
/// @param result what counts now
/// @param last what the last try gave
/// @param run how many tries in a row gave that
public record ProbeTally(
        ProbeKind kind, Schedule schedule, ProbeResult result, ProbeResult last, int run) {

    /// When tries are made and how many decide.
    public record Schedule(
            Duration initialDelay, Duration period, int successThreshold, int failureThreshold) {
        static Schedule of(Probe probe) {
            return new Schedule(
                    Duration.ofSeconds(Math.max(0, probe.getInitialDelaySeconds())),
                    Duration.ofSeconds(Math.max(1, probe.getPeriodSeconds())),
                    Math.max(1, probe.getSuccessThreshold()),
                    Math.max(1, probe.getFailureThreshold()));
        }
    }

    static ProbeTally begin(ProbeKind kind, Probe probe) {
        return begin(kind, probe, kind.initial());
    }

    /// @param known what an agent before this one found, or others were told of it
    static ProbeTally begin(ProbeKind kind, Probe probe, ProbeResult known) {
        return new ProbeTally(kind, Schedule.of(probe), known, ProbeResult.UNKNOWN, 0);
    }

    /// The tally after another try. One that could not be made counts for nothing.
    ProbeTally counted(ProbeOutcome outcome) {
        return switch (outcome) {
            case ProbeOutcome.Success _, ProbeOutcome.Warning _ -> counted(ProbeResult.SUCCESS);
            case ProbeOutcome.Failure _ -> counted(ProbeResult.FAILURE);
            case ProbeOutcome.Unknown _ -> this;
        };
    }

    private ProbeTally counted(ProbeResult newest) {
        var inARow = newest == last ? run + 1 : 1;
        var enough =
                newest == ProbeResult.SUCCESS
                        ? schedule.successThreshold()
                        : schedule.failureThreshold();
        return new ProbeTally(kind, schedule, inARow >= enough ? newest : result, newest, inARow);
    }

    /// Whether this instance of the container need not be asked again: it has started, or it has to
    /// be replaced.
    boolean decided() {
        return switch (kind) {
            case STARTUP -> result != ProbeResult.UNKNOWN;
            case READINESS -> false;
            case LIVENESS -> result == ProbeResult.FAILURE;
        };
    }

    /// Whether no try has counted yet, and a success is what is waited for.
    boolean maySoonSucceed() {
        return switch (kind) {
            case STARTUP, READINESS -> last == ProbeResult.UNKNOWN;
            case LIVENESS -> false;
        };
    }

    /// How long to wait before the first try.
    ///
    /// @param running how long the container has run
    /// @param spread a part of the period, from 0 to 1, by which probes of containers that an agent
    ///     found running at its start are kept from coming all at once; 0 for all others
    Duration untilFirst(Duration running, double spread) {
        var delay = schedule.initialDelay().minus(running);
        // A clock that was set back must not make the delay longer than it is.
        var left = delay.compareTo(schedule.initialDelay()) > 0 ? schedule.initialDelay() : delay;
        var jitter = Duration.ofNanos((long) (schedule.period().toNanos() * spread));
        return left.compareTo(jitter) > 0 ? left : jitter;
    }

    /// How long to wait before the next try.
    ///
    /// @param sinceLast how long ago the last one began
    Duration untilNext(Duration sinceLast) {
        var left = schedule.period().minus(sinceLast);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
