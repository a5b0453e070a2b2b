package io.jubelet.core.status;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.model.pod.EphemeralContainers;
import io.jubelet.model.pod.PodResources;
import io.jubelet.model.pod.QosClass;
import java.util.ArrayList;
import java.util.List;

/// A pod's v1 status from what is wanted, what is seen and what is waited for. Pure.
///
/// Upstream: kubelet_pods.go generateAPIPodStatus, convertStatusToAPIStatus.
public final class StatusCalculator {
    private StatusCalculator() {}

    public static PodStatus calculate(StatusInput input) {
        var desired = input.desired();
        var status = PodStatus.newBuilder();
        var initialised = regularStarted(input);
        containers(status, input, initialised);
        MessageLimit.apply(status, desired.pod().getSpec());
        phase(status, input);
        AddressCalculator.fill(
                status, addresses(input), input.before(), desired.hostNetwork(), hostIps(input));
        var before = input.before();
        status.setStartTime(before.hasStartTime() ? before.getStartTime() : Times.of(input.now()));
        status.setQosClass(QosClass.of(desired.pod()).text());
        var generation = desired.pod().getMetadata().getGeneration();
        if (generation > 0) {
            status.setObservedGeneration(generation);
        }
        resources(status, desired);
        status.addAllConditions(
                new ConditionCalculator(input)
                        .calculate(status, sandboxUsable(input), initialised));
        return status.build();
    }

    /// Of a pod that may not run here: nothing of it was ever looked at.
    public static PodStatus rejected(DesiredPod desired, EndStatus end, PodStatus before) {
        var status =
                PodStatus.newBuilder()
                        .setPhase(Phase.FAILED.text())
                        .setReason(end.reason())
                        .setMessage(end.message())
                        .setQosClass(QosClass.of(desired.pod()).text());
        if (before.hasStartTime()) {
            status.setStartTime(before.getStartTime());
        }
        var generation = desired.pod().getMetadata().getGeneration();
        if (generation > 0) {
            status.setObservedGeneration(generation);
        }
        return status.build();
    }

    private static void containers(
            PodStatus.Builder status, StatusInput input, boolean initialised) {
        var desired = input.desired();
        var before = input.before();
        var calculator = new ContainerStatusCalculator(input, initialised);
        for (var container : desired.initContainers()) {
            status.addInitContainerStatuses(
                    calculator.ofInit(container, before.getInitContainerStatusesList()));
        }
        for (var container : desired.containers()) {
            status.addContainerStatuses(
                    calculator.ofRegular(container, before.getContainerStatusesList()));
        }
        for (var container : desired.pod().getSpec().getEphemeralContainersList()) {
            status.addEphemeralContainerStatuses(
                    calculator.ofEphemeral(
                            EphemeralContainers.asContainer(container),
                            before.getEphemeralContainerStatusesList()));
        }
    }

    private static void phase(PodStatus.Builder status, StatusInput input) {
        var all = new ArrayList<ContainerStatus>(status.getContainerStatusesList());
        all.addAll(status.getInitContainerStatusesList());
        var counted =
                PhaseCalculator.calculate(
                        input.desired(),
                        all,
                        input.stopped(),
                        startedHere(input),
                        input::replaced,
                        input.startsAllOver());
        var before = input.before();
        var end = input.end().filter(it -> fails(it, counted, input.stopped()));
        if (Phase.isFinal(before.getPhase())) {
            status.setPhase(before.getPhase());
        } else {
            status.setPhase(end.isPresent() ? Phase.FAILED.text() : counted.text());
        }
        if (end.isPresent() && !Phase.isFinal(before.getPhase())) {
            status.setReason(end.get().reason()).setMessage(end.get().message());
        } else if (status.getPhase().equals(before.getPhase())) {
            keepReason(status, before);
        }
    }

    /// Whether the pod is Failed for this reason by now.
    private static boolean fails(EndStatus end, Phase counted, boolean stopped) {
        return end.certain()
                || switch (counted) {
                    case FAILED -> true;
                    case SUCCEEDED -> false;
                    case PENDING, RUNNING -> stopped;
                };
    }

    private static void keepReason(PodStatus.Builder status, PodStatus before) {
        if (before.hasReason()) {
            status.setReason(before.getReason());
        }
        if (before.hasMessage()) {
            status.setMessage(before.getMessage());
        }
    }

    private static void resources(PodStatus.Builder status, DesiredPod desired) {
        var spec = desired.pod().getSpec();
        var requests = PodResources.containerRequests(spec);
        status.putAllAllocatedResources(requests);
        status.getResourcesBuilder()
                .putAllRequests(requests)
                .putAllLimits(PodResources.containerLimits(spec));
    }

    /// Whether a regular container was ever started.
    private static boolean regularStarted(StatusInput input) {
        return input.seen().containers().stream().anyMatch(seen -> regularStarted(input, seen));
    }

    /// Whether one was in the sandbox that the pod lives in now: in a new one it is initialised
    /// again.
    private static boolean startedHere(StatusInput input) {
        var newest = input.seen().sandboxes().stream().findFirst().filter(ObservedSandbox::ready);
        return input.seen().containers().stream()
                .filter(seen -> newest.filter(it -> it.id().equals(seen.sandbox())).isPresent())
                .anyMatch(seen -> regularStarted(input, seen));
    }

    private static boolean regularStarted(StatusInput input, ObservedContainer seen) {
        return seen.state() != ContainerState.CREATED
                && input.desired().containers().stream()
                        .anyMatch(container -> container.getName().equals(seen.name()));
    }

    private static boolean sandboxUsable(StatusInput input) {
        return input.seen().readySandboxes().anyMatch(s -> s.hostNetwork() || !s.ips().isEmpty());
    }

    private static List<String> addresses(StatusInput input) {
        return input.seen()
                .readySandboxes()
                .findFirst()
                .map(ObservedSandbox::ips)
                .orElse(List.of());
    }

    private static List<String> hostIps(StatusInput input) {
        return input.node().hostIps();
    }
}
