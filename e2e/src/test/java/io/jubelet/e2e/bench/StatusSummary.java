package io.jubelet.e2e.bench;

import java.util.List;
import java.util.Map;

/// What all rounds of `rig/status-targets` add up to, and the bars that Jubelet is held to.
///
/// Thread: any.
final class StatusSummary {
    /// kubeAPIQPS of the turn with a limit: so low that the limit decides, and not the machine.
    static final int LIMIT = 10;

    /// kubeAPIBurst of that turn.
    static final int BURST = 20;

    /// What a run's times wander by, in seconds.
    private static final double SLACK = 0.5;

    static final List<Bar> BARS =
            List.of(
                    new Bar.Above("exit_p99_ms", "floor_p99_ms", 50),
                    new Bar.MoreThanGo("exits_a_second"),
                    new Bar.AtMost("limited_wall_s", "limited_allowed_s"));

    private StatusSummary() {}

    static Figures figures(Map<String, Samples> all) {
        if (all.isEmpty()) {
            return Figures.NONE;
        }
        return limited(latencies(all), all);
    }

    private static Figures latencies(Map<String, Samples> all) {
        var exit = all.getOrDefault("exit", Samples.NONE);
        var event = all.getOrDefault("event", Samples.NONE);
        var patch = all.getOrDefault("patch", Samples.NONE);
        return Figures.NONE
                .withSpread("exit", exit)
                .with("exit_p99_ms", exit.percentile(99))
                .with("event_p50_ms", event.median())
                .with("event_p99_ms", event.percentile(99))
                .with("patch_p50_ms", patch.median())
                .with("patch_p99_ms", patch.percentile(99))
                .with("floor_p50_ms", event.median() + patch.median())
                .with("floor_p99_ms", event.percentile(99) + patch.percentile(99))
                .with("exits_wall_s", median(all, "exits_wall_s"))
                .with("exits_a_second", median(all, "exits_a_second"))
                .with("exits_a_second_once_begun", median(all, "exits_a_second_once_begun"))
                .with("exits_writes_in_all", median(all, "exits_writes_in_all"));
    }

    /// As long as without a limit, for as many times the pods, and then what the limit takes: so
    /// many writes a second after the first ones, which it lets through at once.
    private static Figures limited(Figures figures, Map<String, Samples> all) {
        var pods = median(all, "limited_pods") / median(all, "exits_pods");
        var writes = median(all, "limited_writes");
        var allowed =
                SLACK
                        + pods * median(all, "exits_wall_s")
                        + Math.max(0, writes - BURST) / (double) LIMIT;
        return figures.with("limited_wall_s", median(all, "limited_wall_s"))
                .with("limited_a_second", median(all, "limited_a_second"))
                .with("limited_writes", writes)
                .with("limited_allowed_s", allowed);
    }

    private static double median(Map<String, Samples> all, String name) {
        return all.getOrDefault(name, Samples.NONE).median();
    }
}
