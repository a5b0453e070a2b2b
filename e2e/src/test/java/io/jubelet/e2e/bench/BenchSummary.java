package io.jubelet.e2e.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What all rounds of `rig/bench` add up to, and the bars that Jubelet is held to.
///
/// Thread: any.
final class BenchSummary {
    private static final List<String> SINGLE =
            List.of(
                    "burst_wall_s",
                    "burst_cpu_s",
                    "burst_containerd_cpu_s",
                    "idle_millicores",
                    "idle_containerd_millicores",
                    "rss_mb",
                    "rss_anon_mb",
                    "burst_delete_wall_s",
                    "burst_delete_cpu_s",
                    "burst_delete_containerd_cpu_s");

    static final List<Bar> BARS =
            List.of(
                    new Bar.Above("start_p50_ms", "bare_start_p50_ms", 50),
                    new Bar.TimesGo("delete_p50_ms", 0.5),
                    new Bar.TimesGo("burst_p50_ms", 0.6),
                    new Bar.TimesGo("burst_wall_s", 1.0),
                    new Bar.TimesGo("burst_cpu_s", 1.0),
                    new Bar.TimesGo("idle_millicores", 0.5),
                    new Bar.TimesGo("rss_mb", 1.2));

    private BenchSummary() {}

    /// The rounds' samples together.
    static Map<String, Samples> together(List<Map<String, Samples>> rounds) {
        var all = new HashMap<String, Samples>();
        for (var round : rounds) {
            round.forEach((name, samples) -> all.merge(name, samples, Samples::and));
        }
        return all;
    }

    /// Latencies over all pods of all rounds; of what a round has one figure of, the median.
    static Figures figures(Map<String, Samples> all) {
        var figures =
                Figures.NONE
                        .withSpread("start", all.getOrDefault("start", Samples.NONE))
                        .withSpread(
                                "start_from_post",
                                all.getOrDefault("start_from_post", Samples.NONE))
                        .withSpread("delete", all.getOrDefault("delete", Samples.NONE))
                        .withSpread("burst", all.getOrDefault("burst", Samples.NONE));
        for (var name : SINGLE) {
            var samples = all.getOrDefault(name, Samples.NONE);
            figures = samples.isEmpty() ? figures : figures.with(name, samples.median());
        }
        return figures;
    }
}
