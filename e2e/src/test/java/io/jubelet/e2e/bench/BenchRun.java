package io.jubelet.e2e.bench;

import io.jubelet.e2e.bench.MeasuredKubelet.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What `rig/bench` runs: no test, so no build picks it up by its name.
final class BenchRun {
    private static final int ROOM = 20;
    private static final int BARE_PODS = 11;

    private final BenchSettings settings = BenchSettings.ofProperties();
    private final Map<Kind, List<Map<String, Samples>>> measured = new EnumMap<>(Kind.class);
    private BareRuntime bare = BareRuntime.NOTHING;

    @Test
    @Timeout(value = 6, unit = TimeUnit.HOURS)
    void bothKubeletsInTurns() {
        settings.kubelets().forEach(kind -> Progress.say("%s: %s".formatted(kind, kind.program())));
        try (var bed = Testbed.start()) {
            for (var round = 0; round < settings.rounds(); round++) {
                for (var kind : settings.turns(round)) {
                    forgetDeadCgroups();
                    Progress.say("the bare runtime");
                    bare = bare.and(BareRuntime.measure(bed.rig(), BARE_PODS));
                    turn(bed, kind, round);
                }
                settings.write(report());
            }
        }
    }

    /// Pods that are gone leave cgroups behind for as long as a file that they read is cached. No
    /// turn is to find those of the turns before; what they cost was not measured.
    private static void forgetDeadCgroups() {
        try {
            Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "3");
        } catch (IOException failure) {
            Progress.say("the kernel's caches stay as they are: " + failure);
        }
    }

    private void turn(Testbed bed, Kind kind, int round) {
        Progress.say("round %d of %d: %s".formatted(round + 1, settings.rounds(), kind));
        var maxPods = Integer.toString(settings.pods() + ROOM);
        try (var kubelet = MeasuredKubelet.start(bed, kind, Map.of("maxPods", maxPods));
                var watch = bed.watch()) {
            var name = kind.name().toLowerCase(Locale.ROOT) + "-" + round;
            var figures = new BenchTurn(bed, settings, kubelet, watch).run(name);
            measured.computeIfAbsent(kind, _ -> new ArrayList<>()).add(figures);
        }
    }

    private Report report() {
        return new Report(
                settings.head(),
                new Comparison(figures(Kind.GO), figures(Kind.JUBELET), bare.figures()),
                BenchSummary.BARS);
    }

    private Figures figures(Kind kind) {
        return BenchSummary.figures(BenchSummary.together(measured.getOrDefault(kind, List.of())));
    }
}
