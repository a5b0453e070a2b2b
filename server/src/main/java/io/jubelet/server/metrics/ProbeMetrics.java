package io.jubelet.server.metrics;

import io.jubelet.core.meter.Figure;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// How often the probes of each container were made, and how long they took. A pod's numbers go
/// when its probes end.
///
/// Thread: any.
///
/// Upstream: prober/prober_manager.go ProberResults, ProberDuration.
final class ProbeMetrics {
    private static final List<String> TOTAL_LABELS =
            List.of("container", "namespace", "pod", "pod_uid", "probe_type", "result");
    private static final int NAMESPACE = 1;
    private static final int POD = 2;
    private static final int UID = 3;

    /// More than any node has probes.
    private static final int MOST_SERIES = 10_000;

    private final Supplier<Set<PodUid>> known;
    private final Counters total =
            new Counters(
                    "prober_probe_total",
                    "Tries of a container's liveness, readiness or startup probe, by result.",
                    TOTAL_LABELS);
    private final Histograms durations =
            new Histograms(
                    "prober_probe_duration_seconds",
                    "How long a probe takes that does not fail.",
                    Histograms.DEFAULT_BOUNDS,
                    List.of("container", "namespace", "pod", "probe_type"));

    /// @param known the pods that are here
    ProbeMetrics(Supplier<Set<PodUid>> known) {
        this.known = known;
    }

    /// After a last look for pods that are gone: a try may be told as its pod's probes end.
    List<MetricFamily> families() {
        var here = known.get().stream().map(PodUid::value).collect(Collectors.toSet());
        drop(values -> !here.contains(values.get(UID)));
        return List.of(durations, total);
    }

    void tell(Figure.Probed probed) {
        if (total.size() >= MOST_SERIES) {
            return;
        }
        var pod = probed.pod();
        total.increment(
                probed.container(),
                pod.namespace(),
                pod.name(),
                pod.uid().value(),
                probed.probe(),
                probed.answer().text());
        switch (probed.answer()) {
            case SUCCESSFUL, UNKNOWN ->
                    durations.observe(
                            probed.took(),
                            probed.container(),
                            pod.namespace(),
                            pod.name(),
                            probed.probe());
            case FAILED -> {}
        }
    }

    void tell(Figure.ProbesEnded ended) {
        drop(values -> values.get(UID).equals(ended.pod().value()));
    }

    private void drop(Predicate<List<String>> gone) {
        total.drop(gone);
        // A pod that took another's name keeps what is told of that name.
        var left =
                total.labelValues().stream()
                        .map(values -> List.of(values.get(NAMESPACE), values.get(POD)))
                        .collect(Collectors.toSet());
        durations.drop(values -> !left.contains(List.of(values.get(NAMESPACE), values.get(POD))));
    }
}
