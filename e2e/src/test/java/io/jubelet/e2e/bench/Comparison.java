package io.jubelet.e2e.bench;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Both kubelets' figures and those of the bare calls below them, and how they stand to each other.
///
/// Thread: immutable.
record Comparison(Figures go, Figures jubelet, Figures floor) {

    /// Whether a bar was met, in words too.
    record Verdict(boolean met, String text) {}

    /// One for each bar whose figures are there: a run of one kubelet alone is judged on less.
    List<Verdict> verdicts(List<Bar> bars) {
        return bars.stream().map(this::verdict).flatMap(Optional::stream).toList();
    }

    private Optional<Verdict> verdict(Bar bar) {
        var ours = jubelet.find(bar.figure());
        var other = other(bar);
        if (ours.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        var met = isMet(bar, ours.getAsDouble(), other.getAsDouble());
        return Optional.of(
                new Verdict(met, (met ? "met     " : "MISSED  ") + said(bar, ours, other)));
    }

    private OptionalDouble other(Bar bar) {
        return switch (bar) {
            case Bar.TimesGo times -> go.find(times.figure());
            case Bar.MoreThanGo more -> go.find(more.figure());
            case Bar.Above above -> own(above.floor());
            case Bar.AtMost most -> own(most.other());
        };
    }

    private OptionalDouble own(String name) {
        var ours = jubelet.find(name);
        return ours.isPresent() ? ours : floor.find(name);
    }

    private static boolean isMet(Bar bar, double ours, double other) {
        return switch (bar) {
            case Bar.TimesGo times -> ours <= times.limit() * other;
            case Bar.MoreThanGo _ -> ours > other;
            case Bar.Above above -> ours <= other + above.limit();
            case Bar.AtMost _ -> ours <= other;
        };
    }

    private static String said(Bar bar, OptionalDouble ours, OptionalDouble other) {
        var mine = ours.getAsDouble();
        var theirs = other.getAsDouble();
        return switch (bar) {
            case Bar.TimesGo times ->
                    "%s: %s times the Go kubelet's, at most %s is allowed"
                            .formatted(
                                    times.figure(),
                                    Numbers.ratio(mine, theirs),
                                    Numbers.text(times.limit()));
            case Bar.MoreThanGo more ->
                    "%s: %s, and the Go kubelet's is %s; more is wanted"
                            .formatted(more.figure(), Numbers.text(mine), Numbers.text(theirs));
            case Bar.Above above ->
                    "%s: %s above %s, at most %s is allowed"
                            .formatted(
                                    above.figure(),
                                    Numbers.text(mine - theirs),
                                    above.floor(),
                                    Numbers.text(above.limit()));
            case Bar.AtMost most ->
                    "%s: %s, at most %s (%s) is allowed"
                            .formatted(
                                    most.figure(),
                                    Numbers.text(mine),
                                    Numbers.text(theirs),
                                    most.other());
        };
    }
}
