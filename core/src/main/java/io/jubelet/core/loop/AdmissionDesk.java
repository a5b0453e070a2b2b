package io.jubelet.core.loop;

import io.jubelet.api.core.PodCondition;
import io.jubelet.core.admission.Admission;
import io.jubelet.core.admission.Verdict;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.observation.RuntimeListing;
import io.jubelet.core.pod.KillOrder;
import io.jubelet.core.pod.KillReason;
import io.jubelet.core.pod.PodWorkers;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.EndStatus;
import io.jubelet.core.waiting.PreemptionRunning;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where new pods wait until they may run, and are sent to a worker or turned away.
///
/// Owner of the pods that wait here. Thread: the sync loop's.
/// Upstream: kubelet.go HandlePodAdditions, rejectPod; preemption/preemption.go.
final class AdmissionDesk {
    private static final String PREEMPTED = "Preempted in order to admit critical pod";
    private static final String DISRUPTED =
            "Pod was preempted by Kubelet to accommodate a critical pod.";

    private final Admission admission;
    private final PodWorkers workers;
    private final EventRecorder events;
    private final Runnable comeBack;
    private final Map<PodUid, DesiredPod> waiting = new LinkedHashMap<>();

    /// For whom these pods were told to end.
    private final Map<PodUid, Set<PodUid>> victims = new LinkedHashMap<>();

    /// @param comeBack wakes the loop when a pod that had to make room has ended
    AdmissionDesk(
            Admission admission, PodWorkers workers, EventRecorder events, Runnable comeBack) {
        this.admission = admission;
        this.workers = workers;
        this.events = events;
        this.comeBack = comeBack;
    }

    /// A pod that came, or that changed while it waits here.
    void put(DesiredPod pod) {
        if (waiting.put(pod.uid(), pod) == null) {
            workers.seen(pod);
        }
    }

    boolean holds(PodUid pod) {
        return waiting.containsKey(pod);
    }

    void withdraw(PodUid pod) {
        if (waiting.remove(pod) != null) {
            workers.letGo(pod);
        }
        victims.remove(pod);
    }

    /// Asks for each that waits: those that run already first, so that no order of arrival after a
    /// restart turns one away, then by their creation.
    void decide(RuntimeListing listing) {
        if (waiting.isEmpty()) {
            return;
        }
        var order =
                Comparator.<DesiredPod>comparingInt(
                                pod -> listing.pods().containsKey(pod.uid()) ? 0 : 1)
                        .thenComparingLong(AdmissionDesk::created);
        for (var pod : waiting.values().stream().sorted(order).toList()) {
            if (!pod.admissible()) {
                // It ends, or has ended: there is nothing to ask.
                admit(pod);
            } else if (roomIsMade(pod.uid())) {
                var claimants = workers.claimants(listing::showsAlive);
                act(pod, admission.admit(pod, claimants), claimants);
            }
        }
    }

    private static long created(DesiredPod pod) {
        return pod.pod().getMetadata().getCreationTimestamp().getSeconds();
    }

    private boolean roomIsMade(PodUid pod) {
        var open = new HashSet<>(victims.getOrDefault(pod, Set.of()));
        open.removeIf(victim -> !workers.isActive(victim));
        if (open.isEmpty()) {
            victims.remove(pod);
        }
        return open.isEmpty();
    }

    private void act(DesiredPod pod, Verdict verdict, List<DesiredPod> claimants) {
        switch (verdict) {
            case Verdict.Admitted _ -> admit(pod);
            case Verdict.Rejected rejected -> reject(pod, rejected);
            case Verdict.Preempts preempts -> preempt(pod, preempts.victims(), claimants);
            case Verdict.NotYet notYet -> workers.hold(pod, notYet.reason());
        }
    }

    private void admit(DesiredPod pod) {
        waiting.remove(pod.uid());
        workers.want(pod);
    }

    private void reject(DesiredPod pod, Verdict.Rejected why) {
        waiting.remove(pod.uid());
        events.warning(EventSubject.of(pod.pod()), why.reason(), why.message());
        workers.reject(pod, EndStatus.rejected(why.reason(), why.message()));
    }

    private void preempt(DesiredPod pod, List<PodUid> chosen, List<DesiredPod> claimants) {
        victims.put(pod.uid(), Set.copyOf(chosen));
        workers.hold(pod, new PreemptionRunning(chosen.size()));
        var target =
                PodCondition.newBuilder()
                        .setType("DisruptionTarget")
                        .setStatus("True")
                        .setReason("TerminationByKubelet")
                        .setMessage(DISRUPTED)
                        .build();
        claimants.stream()
                .filter(victim -> chosen.contains(victim.uid()))
                .forEach(
                        victim ->
                                events.warning(
                                        EventSubject.of(victim.pod()), "Preempting", PREEMPTED));
        for (var victim : chosen) {
            workers.kill(
                    victim,
                    new KillOrder(
                            KillReason.PREEMPTED,
                            "Preempting",
                            PREEMPTED,
                            List.of(target),
                            Optional.empty(),
                            comeBack));
        }
    }
}
