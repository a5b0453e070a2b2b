package io.jubelet.server.metrics;

import io.jubelet.core.meter.Figure;
import java.util.List;
import java.util.Set;

/// What the agent does all day: listings, turns, statuses, cgroups, and the pods that come, go and
/// are turned away.
///
/// Thread: any.
///
/// Upstream: pkg/kubelet/metrics.
final class WorkMetrics {
    private static final List<Double> STATUS_BOUNDS =
            List.of(.01, .05, .1, .5, 1.0, 5.0, 10.0, 20.0, 30.0, 45.0, 60.0);

    private static final String BY_OPERATION = "operation_type";

    /// The prefix of a reason that names a resource.
    private static final String OUT_OF = "OutOf";

    /// Reasons that are told apart; all others are one.
    ///
    /// Upstream: kubelet.go admissionRejectionReasons.
    private static final Set<String> REJECTIONS =
            Set.of(
                    "AppArmor",
                    "PodOSSelectorNodeLabelDoesNotMatch",
                    "PodOSNotSupported",
                    "InvalidNodeInfo",
                    "InitContainerRestartPolicyForbidden",
                    "SupplementalGroupsPolicyNotSupported",
                    "UnexpectedAdmissionError",
                    "UnknownReason",
                    "UnexpectedPredicateFailureType",
                    "OutOfcpu",
                    "OutOfmemory",
                    "OutOfephemeral-storage",
                    "OutOfpods",
                    "PodLevelResourcesNotSupported",
                    "PodFeatureUnsupported",
                    "Evicted",
                    "SysctlForbidden",
                    "TopologyAffinityError",
                    "NodeShutdown",
                    "VolumeAttachmentLimitExceeded");

    private final Histograms relists =
            Histograms.single(
                    "kubelet_pleg_relist_duration_seconds",
                    "How long it takes to list all of the runtime.",
                    Histograms.DEFAULT_BOUNDS);
    private final Histograms relistIntervals =
            Histograms.single(
                    "kubelet_pleg_relist_interval_seconds",
                    "Time between two listings of the runtime.",
                    Histograms.DEFAULT_BOUNDS);
    private final Histograms podReads =
            Histograms.single(
                    "kubelet_pleg_pod_relist_duration_seconds",
                    "How long it takes to read what the runtime holds of one pod.",
                    Histograms.DEFAULT_BOUNDS);
    private final Gauges lastRelist =
            Gauges.single(
                    "kubelet_pleg_last_seen_seconds",
                    "When the runtime was last listed, in seconds since 1970.");
    private final Counters discarded =
            Counters.single(
                    "kubelet_pleg_discard_events",
                    "Events of the runtime that were dropped: none is, one too many becomes a look"
                            + " at its pod.");
    private final Histograms turns =
            new Histograms(
                    "kubelet_pod_worker_duration_seconds",
                    "How long a turn of a pod's worker takes, by its cause.",
                    Histograms.DEFAULT_BOUNDS,
                    List.of(BY_OPERATION));
    private final Histograms statuses =
            Histograms.single(
                    "kubelet_pod_status_sync_duration_seconds",
                    "Time from a pod's first change that the API server does not have until it has"
                            + " the newest.",
                    STATUS_BOUNDS);
    private final Histograms cgroups =
            new Histograms(
                    "kubelet_cgroup_manager_duration_seconds",
                    "How long it takes to make, change and remove cgroups.",
                    Histograms.DEFAULT_BOUNDS,
                    List.of(BY_OPERATION));
    private final Counters imagesRemoved =
            new Counters(
                    "kubelet_image_garbage_collected_total",
                    "Images that were removed as nobody used them, for space or for their age.",
                    List.of("reason"));
    private final Counters orphans =
            Counters.single(
                    "kubelet_orphaned_runtime_pods_total",
                    "Pods that were found in the runtime and in no source.");
    private final Counters returned =
            new Counters(
                    "kubelet_restarted_pods_total",
                    "Pods that were removed and came back under the same uid while they ended.",
                    List.of("static"));
    private final Counters rejected =
            new Counters(
                    "kubelet_admission_rejections_total",
                    "Pods that were turned away, by reason.",
                    List.of("reason"));
    private final Counters ends =
            new Counters(
                    "kubelet_terminated_containers_total",
                    "Ends of containers.",
                    List.of("container_type", "exit_code", "reason"));
    private final Gauges mirrors =
            Gauges.single("kubelet_mirror_pods", "Copies of static pods that the API server has.");

    WorkMetrics() {
        // Shown from the beginning, as upstream counts them in every round.
        returned.touch("");
        returned.touch("true");
    }

    List<MetricFamily> families() {
        return List.of(
                relists,
                relistIntervals,
                podReads,
                lastRelist,
                discarded,
                turns,
                statuses,
                cgroups,
                imagesRemoved,
                orphans,
                returned,
                rejected,
                ends,
                mirrors);
    }

    void tell(Figure.Relisted relisted) {
        relists.observe(relisted.took());
        relisted.sinceLast().ifPresent(relistIntervals::observe);
        relisted.succeededAt().ifPresent(at -> lastRelist.set(at.getEpochSecond(), List.of()));
    }

    void tell(Figure.PodRead read) {
        podReads.observe(read.took());
    }

    void tell(Figure.ImageRemoved removed) {
        imagesRemoved.increment(removed.forAge() ? "age" : "space");
    }

    void tell(Figure.Turn turn) {
        turns.observe(turn.took(), turn.kind().text());
    }

    void tell(Figure.StatusWritten written) {
        statuses.observe(written.sinceChanged());
    }

    void tell(Figure.CgroupChanged changed) {
        cgroups.observe(changed.took(), changed.change().text());
    }

    void tell(Figure.OrphanFound found) {
        orphans.increment();
    }

    void tell(Figure.PodReturned pod) {
        returned.increment(pod.isStatic() ? "true" : "");
    }

    void tell(Figure.PodRejected pod) {
        rejected.increment(rejection(pod.reason()));
    }

    /// A reason may hold the name of any resource, and so there could be any number of them.
    static String rejection(String reason) {
        if (REJECTIONS.contains(reason)) {
            return reason;
        }
        return reason.startsWith(OUT_OF) ? "OutOfExtendedResources" : "Other";
    }

    void tell(Figure.ContainerEnded end) {
        ends.increment(end.type().text(), Integer.toString(end.exitCode()), end.reason());
    }

    void tell(Figure.MirrorsKnown known) {
        mirrors.set(known.count(), List.of());
    }
}
