package io.jubelet.core.status;

import io.jubelet.api.core.PodIP;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.waiting.Wait;
import io.jubelet.model.pod.QosClass;
import java.time.Instant;
import java.util.List;

/// A pod's v1 status from what is wanted, what is seen and what is waited for. Pure.
///
/// Upstream: kubelet_pods.go generateAPIPodStatus.
public final class StatusCalculator {
    private StatusCalculator() {}

    /// @param before the status last calculated, the empty one at first
    /// @param runtimeName the runtime's name, which stands before container ids
    public static PodStatus calculate(
            DesiredPod desired,
            PodObservation seen,
            List<Wait> waits,
            PodStatus before,
            String runtimeName,
            Instant now) {
        var phase = PhaseCalculator.calculate(desired, seen);
        var containers = new ContainerStatusCalculator(seen, waits, runtimeName);
        var status = PodStatus.newBuilder().setPhase(phase.text());
        var initialised = PhaseCalculator.initialised(desired, seen);
        var notStarted = initialised ? "ContainerCreating" : "PodInitializing";
        for (var container : desired.initContainers()) {
            status.addInitContainerStatuses(
                    containers.calculate(container, true, "PodInitializing"));
        }
        for (var container : desired.containers()) {
            status.addContainerStatuses(containers.calculate(container, false, notStarted));
        }
        addresses(status, seen, before);
        status.setStartTime(before.hasStartTime() ? before.getStartTime() : Times.of(now));
        status.setQosClass(QosClass.of(desired.pod()).text());
        status.addAllConditions(
                new ConditionCalculator(before, now)
                        .calculate(status, phase, sandboxUsable(seen), waits));
        return status.build();
    }

    private static boolean sandboxUsable(PodObservation seen) {
        return seen.readySandboxes().anyMatch(s -> s.hostNetwork() || !s.ips().isEmpty());
    }

    /// The addresses of the newest sandbox; a pod that ended keeps those it had.
    private static void addresses(PodStatus.Builder status, PodObservation seen, PodStatus before) {
        var ips = seen.readySandboxes().findFirst().map(ObservedSandbox::ips).orElse(List.of());
        if (!ips.isEmpty()) {
            status.setPodIP(ips.getFirst());
            ips.forEach(ip -> status.addPodIPs(PodIP.newBuilder().setIp(ip)));
        } else if (before.hasPodIP()) {
            status.setPodIP(before.getPodIP()).addAllPodIPs(before.getPodIPsList());
        }
    }
}
