package io.jubelet.server.metrics;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.server.metrics.Computed.Sample;
import io.jubelet.server.view.StaticPods;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Counts of pods and containers, taken from the pods' views when someone asks.
///
/// Thread: any.
///
/// Upstream: kubelet_pods.go HandlePodCleanups, pleg/generic.go
/// updateRunningPodAndContainerMetrics.
final class PodMetrics {
    private static final List<String> BY_STATIC = List.of("static");

    private PodMetrics() {}

    /// @param wanted whether some source has the pod
    static List<MetricFamily> of(Supplier<List<PodView>> pods, Predicate<PodUid> wanted) {
        Predicate<PodView> desired = view -> wanted.test(view.identity().uid());
        return List.of(
                WorkingPods.family(pods, desired),
                Computed.gauge(
                        "kubelet_managed_ephemeral_containers",
                        "Ephemeral containers of the pods that this node was told to run.",
                        List.of(),
                        () -> List.of(Sample.of(ephemeral(pods.get(), desired)))),
                Computed.gauge(
                        "kubelet_running_pods",
                        "Pods whose sandbox is running.",
                        List.of(),
                        () -> List.of(Sample.of(count(pods.get(), PodMetrics::sandboxRuns)))),
                Computed.gauge(
                        "kubelet_running_containers",
                        "Containers by state; only the state running is counted so far.",
                        List.of("container_state"),
                        () -> List.of(Sample.of(runningContainers(pods.get()), "running"))),
                Computed.gauge(
                        "kubelet_desired_pods",
                        "Pods this node was told to run; static are those not of the API server.",
                        BY_STATIC,
                        () -> byStatic(pods.get(), desired)),
                Computed.gauge(
                        "kubelet_active_pods",
                        "Pods this node was told to run that have not ended.",
                        BY_STATIC,
                        () -> byStatic(pods.get(), desired.and(view -> !hasEnded(view.status())))));
    }

    /// Upstream's label value of pods that are not static is empty.
    private static List<Sample> byStatic(List<PodView> pods, Predicate<PodView> counted) {
        var all = pods.stream().filter(counted).toList();
        return List.of(
                Sample.of(count(all, view -> isDesired(view, false)), ""),
                Sample.of(count(all, view -> isDesired(view, true)), "true"));
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
                .flatMap(PodMetrics::containers)
                .filter(container -> container.getState().hasRunning())
                .count();
    }

    private static Stream<ContainerStatus> containers(PodStatus status) {
        return Stream.concat(
                status.getInitContainerStatusesList().stream(),
                status.getContainerStatusesList().stream());
    }

    private static double ephemeral(List<PodView> pods, Predicate<PodView> counted) {
        return pods.stream()
                .filter(counted)
                .flatMap(view -> view.desired().stream())
                .mapToInt(pod -> pod.getSpec().getEphemeralContainersCount())
                .sum();
    }

    private static double count(List<PodView> pods, Predicate<PodView> counted) {
        return pods.stream().filter(counted).count();
    }
}
