package io.jubelet.core.desired;

import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.PodObservation;
import java.util.List;
import java.util.stream.Stream;

/// Whether all containers of a pod start over because one of them ended in a way for which its
/// rules ask for that. Pure.
///
/// Upstream: container/helpers.go ShouldAllContainersRestart; api/v1/pod AllContainersCouldRestart.
public final class RestartAllPolicy {
    /// What a container is said to wait for, and to have ended for, while its pod starts over.
    public static final String REASON = "RestartingAllContainers";

    private static final String ACTION = "RestartAllContainers";

    private RestartAllPolicy() {}

    /// Whether any rule of the pod can ask for it.
    public static boolean possible(DesiredPod pod) {
        return Stream.concat(pod.initContainers().stream(), pod.containers().stream())
                .flatMap(container -> container.getRestartPolicyRulesList().stream())
                .anyMatch(rule -> rule.getAction().equals(ACTION));
    }

    /// The containers that ask for it: those whose newest instance ended so.
    public static List<ObservedContainer> asking(DesiredPod pod, PodObservation seen) {
        return possible(pod)
                ? seen.containers().stream()
                        .filter(it -> seen.container(it.name()).filter(it::equals).isPresent())
                        .filter(it -> asks(pod, it))
                        .toList()
                : List.of();
    }

    /// Whether this instance asks for it.
    public static boolean asks(DesiredPod pod, ObservedContainer instance) {
        return instance.exited()
                && Stream.concat(pod.initContainers().stream(), pod.containers().stream())
                        .filter(container -> container.getName().equals(instance.name()))
                        .map(it -> RestartRules.of(it, instance.exit().orElseThrow().code()))
                        .anyMatch(RestartRules.Verdict.RESTART_ALL::equals);
    }
}
