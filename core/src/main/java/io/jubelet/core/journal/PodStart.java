package io.jubelet.core.journal;

import io.jubelet.core.execution.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What of a pod's start was spent on its images and its init containers.
///
/// @param counts whether the pod's start says something of this node: not so if the pod could not
///     be placed at once
/// @param pulls from the first try of a pull to its success, each
/// @param tried when the first try of a pull began that has not succeeded yet, by part of the pod
/// @param inInit how long init containers ran, one after the other
record PodStart(boolean counts, List<Span> pulls, Map<String, Tick> tried, Duration inInit) {
    /// A pod has fewer images than this; what comes beyond is not worth keeping.
    private static final int MOST_PULLS = 100;

    static final PodStart NEW = new PodStart(true, List.of(), Map.of(), Duration.ZERO);

    /// A pod whose start nobody is told of.
    static final PodStart NOT_COUNTED = new PodStart(false, List.of(), Map.of(), Duration.ZERO);

    PodStart {
        pulls = List.copyOf(pulls);
        tried = Map.copyOf(tried);
    }

    /// A stretch of time.
    record Span(Tick from, Tick to) {}

    PodStart pulled(String part, Tick now, Duration whole) {
        var open = new HashMap<>(tried);
        var first = open.remove(part);
        var more = new ArrayList<>(pulls);
        if (more.size() < MOST_PULLS) {
            more.add(new Span(first == null ? now.plus(whole.negated()) : first, now));
        }
        return new PodStart(counts, more, open, inInit);
    }

    PodStart refused(String part, Tick now, Duration whole) {
        var open = new HashMap<>(tried);
        if (open.size() < MOST_PULLS) {
            open.putIfAbsent(part, now.plus(whole.negated()));
        }
        return new PodStart(counts, pulls, open, inInit);
    }

    PodStart ran(Duration longer) {
        return new PodStart(counts, pulls, tried, inInit.plus(longer));
    }

    /// How long at least one image was being pulled.
    Duration pulling() {
        var whole = Duration.ZERO;
        var covered = Tick.BEGINNING;
        var inOrder = pulls.stream().sorted(Comparator.comparing(Span::from)).toList();
        for (var span : inOrder) {
            var from = Tick.later(span.from(), covered);
            if (from.isBefore(span.to())) {
                whole = whole.plus(from.until(span.to()));
                covered = span.to();
            }
        }
        return whole;
    }
}
