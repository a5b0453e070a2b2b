package io.jubelet.server.metrics;

import io.jubelet.api.core.PodStatus;
import io.jubelet.core.status.PodView;
import io.jubelet.server.endpoint.StaticPods;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Counts of pods and containers, taken from the pods' views when someone asks.
///
/// Thread: any.
final class PodMetrics {
    private static final String STATIC = "true";
    private static final String NOT_STATIC = "";

    private PodMetrics() {}

    static void register(PrometheusRegistry registry, Supplier<List<PodView>> pods) {
        GaugeWithCallback.builder()
                .name("kubelet_running_pods")
                .help("Pods whose sandbox is running.")
                .callback(out -> out.call(count(pods.get(), PodMetrics::sandboxRuns)))
                .register(registry);
        GaugeWithCallback.builder()
                .name("kubelet_running_containers")
                .help("Containers that are running.")
                .labelNames("container_state")
                .callback(out -> out.call(runningContainers(pods.get()), "running"))
                .register(registry);
        byStatic(
                registry,
                "kubelet_desired_pods",
                "Pods this node was told to run.",
                _ -> true,
                pods);
        byStatic(
                registry,
                "kubelet_active_pods",
                "Pods this node was told to run that have not ended.",
                view -> !hasEnded(view.status()),
                pods);
    }

    private static void byStatic(
            PrometheusRegistry registry,
            String name,
            String help,
            Predicate<PodView> counted,
            Supplier<List<PodView>> pods) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("static")
                .callback(
                        out -> {
                            var all = pods.get().stream().filter(counted).toList();
                            out.call(count(all, view -> isDesired(view, false)), NOT_STATIC);
                            out.call(count(all, view -> isDesired(view, true)), STATIC);
                        })
                .register(registry);
    }

    private static boolean isDesired(PodView view, boolean fromFile) {
        return view.desired().filter(pod -> StaticPods.isStatic(pod) == fromFile).isPresent();
    }

    private static boolean hasEnded(PodStatus status) {
        return status.getPhase().equals("Succeeded") || status.getPhase().equals("Failed");
    }

    private static boolean sandboxRuns(PodView view) {
        return view.status().getConditionsList().stream()
                .anyMatch(
                        condition ->
                                condition.getType().equals("PodReadyToStartContainers")
                                        && condition.getStatus().equals("True"));
    }

    private static double runningContainers(List<PodView> pods) {
        return pods.stream()
                .map(PodView::status)
                .mapToDouble(
                        status ->
                                status.getContainerStatusesList().stream()
                                                .filter(each -> each.getState().hasRunning())
                                                .count()
                                        + status.getInitContainerStatusesList().stream()
                                                .filter(each -> each.getState().hasRunning())
                                                .count())
                .sum();
    }

    private static double count(List<PodView> pods, Predicate<PodView> counted) {
        return pods.stream().filter(counted).count();
    }
}
