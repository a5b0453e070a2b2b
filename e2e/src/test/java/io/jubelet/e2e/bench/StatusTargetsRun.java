package io.jubelet.e2e.bench;

import io.jubelet.e2e.bench.MeasuredKubelet.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What `rig/status-targets` runs: no test, so no build picks it up by its name.
final class StatusTargetsRun {
    private static final int ROOM = 20;

    private final BenchSettings settings = BenchSettings.ofProperties();
    private final Map<Kind, List<Map<String, Samples>>> measured = new EnumMap<>(Kind.class);

    @Test
    @Timeout(value = 6, unit = TimeUnit.HOURS)
    void bothKubeletsInTurns() {
        settings.kubelets().forEach(kind -> Progress.say("%s: %s".formatted(kind, kind.program())));
        try (var bed = Testbed.start()) {
            var exits = new ExitTimes(bed.rig());
            for (var round = 0; round < settings.rounds(); round++) {
                for (var kind : settings.turns(round)) {
                    turns(bed, exits, kind, round);
                }
                settings.write(report());
            }
        }
    }

    private void turns(Testbed bed, ExitTimes exits, Kind kind, int round) {
        var figures = measured.computeIfAbsent(kind, _ -> new ArrayList<>());
        var name = kind.name().toLowerCase(Locale.ROOT) + "-" + round;
        Progress.say("round %d of %d: %s, no limit".formatted(round + 1, settings.rounds(), kind));
        var unlimited = Map.of("kubeAPIQPS", "5000", "kubeAPIBurst", "10000");
        try (var kubelet = MeasuredKubelet.start(bed, kind, sized(unlimited));
                var watch = bed.watch()) {
            var turn = new StatusTurn(bed, exits, kubelet, watch);
            figures.add(turn.unlimited(name, settings.pods()));
        }
        Progress.say(
                "round %d of %d: %s, a low limit".formatted(round + 1, settings.rounds(), kind));
        var limited =
                Map.of(
                        "kubeAPIQPS", Integer.toString(StatusSummary.LIMIT),
                        "kubeAPIBurst", Integer.toString(StatusSummary.BURST));
        try (var kubelet = MeasuredKubelet.start(bed, kind, sized(limited));
                var watch = bed.watch()) {
            var turn = new StatusTurn(bed, exits, kubelet, watch);
            figures.add(turn.limited(name + "-limited", settings.pods() / 2));
        }
    }

    private Map<String, String> sized(Map<String, String> fields) {
        var all = new HashMap<>(fields);
        all.put("maxPods", Integer.toString(settings.pods() + ROOM));
        return all;
    }

    private Report report() {
        return new Report(
                settings.head(),
                new Comparison(figures(Kind.GO), figures(Kind.JUBELET), Figures.NONE),
                StatusSummary.BARS);
    }

    private Figures figures(Kind kind) {
        return StatusSummary.figures(BenchSummary.together(measured.getOrDefault(kind, List.of())));
    }
}
