package io.jubelet.server.metrics;

import io.jubelet.core.status.PodView;
import io.jubelet.server.metrics.Computed.Sample;
import io.jubelet.server.view.StaticPods;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// How many pods have a worker, by how far they are, who wants them, and where they come from. What
/// there is none of is shown too.
///
/// Thread: any.
///
/// Upstream: kubelet_pods.go HandlePodCleanups.
final class WorkingPods {
    private static final List<String> LABELS = List.of("config", "lifecycle", "static");
    private static final List<String> LIFECYCLES = List.of("sync", "terminating", "terminated");

    /// Who wants a pod, and whether it is static; of a pod that is in the runtime alone nobody
    /// knows.
    private enum Config {
        DESIRED("desired", ""),
        DESIRED_STATIC("desired", "true"),
        ORPHAN("orphan", ""),
        ORPHAN_STATIC("orphan", "true"),
        RUNTIME_ONLY("runtime_only", "unknown");

        private final String text;
        private final String isStatic;

        Config(String text, String isStatic) {
            this.text = text;
            this.isStatic = isStatic;
        }
    }

    private WorkingPods() {}

    static MetricFamily family(Supplier<List<PodView>> pods, Predicate<PodView> wanted) {
        return Computed.gauge(
                "kubelet_working_pods",
                "Pods with a worker, by how far they are and who wants them.",
                LABELS,
                () -> samples(pods.get(), wanted));
    }

    private static List<Sample> samples(List<PodView> pods, Predicate<PodView> wanted) {
        var samples = new ArrayList<Sample>();
        for (var config : Config.values()) {
            for (var lifecycle : LIFECYCLES) {
                var count =
                        pods.stream()
                                .filter(view -> config(view, wanted) == config)
                                .filter(view -> lifecycle(view).equals(Optional.of(lifecycle)))
                                .count();
                samples.add(Sample.of((double) count, config.text, lifecycle, config.isStatic));
            }
        }
        return samples;
    }

    private static Config config(PodView view, Predicate<PodView> wanted) {
        if (view.desired().isEmpty()) {
            return Config.RUNTIME_ONLY;
        }
        var isStatic = StaticPods.isStatic(view.desired().get());
        if (wanted.test(view)) {
            return isStatic ? Config.DESIRED_STATIC : Config.DESIRED;
        }
        return isStatic ? Config.ORPHAN_STATIC : Config.ORPHAN;
    }

    /// A pod that waits for its admission has no worker.
    private static Optional<String> lifecycle(PodView view) {
        return switch (view.stage()) {
            case "Waiting", "Syncing" -> Optional.of("sync");
            case "Terminating" -> Optional.of("terminating");
            case "Terminated", "Finished" -> Optional.of("terminated");
            default -> Optional.empty();
        };
    }
}
