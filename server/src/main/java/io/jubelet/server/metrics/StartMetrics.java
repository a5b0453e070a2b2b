package io.jubelet.server.metrics;

import io.jubelet.core.meter.Figure;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// How pods come to run: how long it takes, what was tried for it, and what failed.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/metrics.
final class StartMetrics {
    /// Half a second to an hour.
    private static final List<Double> START_BOUNDS =
            bounds(
                    .5, 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, 45, 60, 120, 180, 240, 300, 360, 480, 600,
                    900, 1200, 1800, 2700, 3600);

    /// A second to an hour.
    private static final List<Double> PULL_BOUNDS =
            bounds(
                    1, 5, 10, 20, 30, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800, 2700,
                    3600);

    private static final String BY_TYPE = "container_type";
    private static final String BY_HANDLER = "runtime_handler";

    private final Histograms workerStarts =
            Histograms.single(
                    "kubelet_pod_worker_start_duration_seconds",
                    "Time from a pod's first sight to its worker.",
                    Histograms.DEFAULT_BOUNDS);
    private final Histograms starts =
            Histograms.single(
                    "kubelet_pod_start_duration_seconds",
                    "Time from a pod's first sight to its running.",
                    START_BOUNDS);
    private final Histograms ownStarts =
            new Histograms(
                    "kubelet_pod_start_sli_duration_seconds",
                    "Time from a pod's creation to all of its containers being shown as started,"
                            + " without pulls and init containers; of pods without state.",
                    START_BOUNDS,
                    List.of());
    private final Histograms wholeStarts =
            new Histograms(
                    "kubelet_pod_start_total_duration_seconds",
                    "Time from a pod's creation to all of its containers being shown as started.",
                    START_BOUNDS,
                    List.of());
    private final Readings firstNetworkStart =
            new Readings(
                    "kubelet_first_network_pod_start_sli_duration_seconds",
                    "The same as kubelet_pod_start_sli_duration_seconds, of the first pod with a"
                            + " network of its own.");
    private final AtomicBoolean firstNetworkPodSeen = new AtomicBoolean();
    private final Counters pods =
            Counters.single("kubelet_started_pods_total", "Sandboxes that were to be made.");
    private final Counters podErrors =
            Counters.single(
                    "kubelet_started_pods_errors_total", "Sandboxes that could not be made.");
    private final Counters podsWithUsers =
            Counters.single(
                    "kubelet_started_user_namespaced_pods_total",
                    "Sandboxes that were to be made for pods with users of their own.");
    private final Counters podErrorsWithUsers =
            Counters.single(
                    "kubelet_started_user_namespaced_pods_errors_total",
                    "Pods with users of their own of which the sandbox or a container could not"
                            + " be started.");
    private final Counters containers =
            new Counters(
                    "kubelet_started_containers_total",
                    "Containers that were to be started.",
                    List.of(BY_TYPE));
    private final Counters containerErrors =
            new Counters(
                    "kubelet_started_containers_errors_total",
                    "Containers that could not be started, by reason.",
                    List.of("code", BY_TYPE));
    private final Histograms sandboxRuns =
            new Histograms(
                    "kubelet_run_podsandbox_duration_seconds",
                    "How long the runtime takes to make a sandbox, by RuntimeClass handler.",
                    Histograms.DEFAULT_BOUNDS,
                    List.of(BY_HANDLER));
    private final Counters sandboxErrors =
            new Counters(
                    "kubelet_run_podsandbox_errors_total",
                    "Sandboxes that the runtime did not make, by RuntimeClass handler.",
                    List.of(BY_HANDLER));
    private final Histograms pulls =
            new Histograms(
                    "kubelet_image_pull_duration_seconds",
                    "How long pulls take, with the wait for their turn, by the image's size.",
                    PULL_BOUNDS,
                    List.of("image_size_in_bytes"));

    private final Histograms containersOfPods =
            Histograms.single(
                    "kubelet_containers_per_pod_count",
                    "How many containers pods have, beside their init containers.",
                    Histograms.exponential(1, 2, 5));
    private final Counters fallbacks =
            Counters.single(
                    "kubelet_lifecycle_handler_http_fallbacks_total",
                    "Hooks that were told in the clear, as their server does not speak TLS.");

    private static List<Double> bounds(double... bounds) {
        return Arrays.stream(bounds).boxed().toList();
    }

    List<MetricFamily> families() {
        return List.of(
                workerStarts,
                starts,
                ownStarts,
                wholeStarts,
                firstNetworkStart,
                pods,
                podErrors,
                podsWithUsers,
                podErrorsWithUsers,
                containers,
                containerErrors,
                sandboxRuns,
                sandboxErrors,
                pulls,
                containersOfPods,
                fallbacks);
    }

    void tell(Figure.WorkerStarted started) {
        workerStarts.observe(started.sinceSeen());
    }

    void tell(Figure.PodRuns runs) {
        starts.observe(runs.sinceSeen());
    }

    void tell(Figure.PodStarted started) {
        wholeStarts.observe(started.whole());
        started.own().ifPresent(ownStarts::observe);
        if (started.ownNetwork()
                && started.own().isPresent()
                && firstNetworkPodSeen.compareAndSet(false, true)) {
            firstNetworkStart.set(started.own().get().toNanos() / 1e9);
        }
    }

    void tell(Figure.SandboxTried tried) {
        count(tried, pods, podErrors);
        if (tried.ownUsers()) {
            count(tried, podsWithUsers, podErrorsWithUsers);
        }
    }

    void tell(Figure.PodWithUsersFailed failed) {
        podErrorsWithUsers.increment();
    }

    private static void count(Figure.SandboxTried tried, Counters all, Counters errors) {
        all.increment();
        if (tried.failed()) {
            errors.increment();
        }
    }

    void tell(Figure.SandboxRun run) {
        sandboxRuns.observe(run.took(), run.handler());
        if (run.failed()) {
            sandboxErrors.increment(run.handler());
        }
    }

    void tell(Figure.ContainerTried tried) {
        var type = tried.type().text();
        containers.increment(type);
        tried.failure().ifPresent(code -> containerErrors.increment(code, type));
    }

    void tell(Figure.PodBegun begun) {
        containersOfPods.observe(begun.containers(), List.of());
    }

    void tell(Figure.HookFellBack told) {
        fallbacks.increment();
    }

    void tell(Figure.ImagePulled pulled) {
        pulls.observe(pulled.whole(), ImageSizes.label(pulled.bytes()));
    }
}
