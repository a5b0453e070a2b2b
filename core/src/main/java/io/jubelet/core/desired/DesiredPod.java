package io.jubelet.core.desired;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.EphemeralContainer;
import io.jubelet.api.core.Pod;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.model.pod.EphemeralContainers;
import io.jubelet.model.pod.PodNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A pod as a source gave it: defaulted, validated, never changed.
public record DesiredPod(Pod pod) {
    /// v1's default where a manifest names none.
    private static final long DEFAULT_GRACE_SECONDS = 30;

    public PodIdentity identity() {
        var metadata = pod.getMetadata();
        return new PodIdentity(
                metadata.getNamespace(), metadata.getName(), new PodUid(metadata.getUid()));
    }

    public PodUid uid() {
        return new PodUid(pod.getMetadata().getUid());
    }

    public List<Container> containers() {
        return pod.getSpec().getContainersList();
    }

    /// Of the regular ones.
    public List<String> containerNames() {
        return containers().stream().map(Container::getName).toList();
    }

    public List<Container> initContainers() {
        return pod.getSpec().getInitContainersList();
    }

    public RestartPolicy restartPolicy() {
        return RestartPolicy.of(pod.getSpec().getRestartPolicy());
    }

    /// Those that were added to the running pod, as containers.
    public List<Container> ephemeralContainers() {
        return pod.getSpec().getEphemeralContainersList().stream()
                .map(EphemeralContainers::asContainer)
                .toList();
    }

    /// The container whose processes an ephemeral container sees, if it names one.
    public Optional<String> targetOf(String ephemeralContainer) {
        return pod.getSpec().getEphemeralContainersList().stream()
                .filter(it -> it.getEphemeralContainerCommon().getName().equals(ephemeralContainer))
                .map(EphemeralContainer::getTargetContainerName)
                .filter(name -> !name.isEmpty())
                .findFirst();
    }

    /// Whether any regular container may be started again after it ended.
    public boolean mayRestart() {
        return restartPolicy() != RestartPolicy.NEVER
                || containers().stream().anyMatch(Container::hasRestartPolicy);
    }

    /// Whether this container is started again after at least some ends.
    public boolean mayRestart(Container container) {
        var policy =
                container.hasRestartPolicy()
                        ? RestartPolicy.of(container.getRestartPolicy())
                        : restartPolicy();
        return policy != RestartPolicy.NEVER;
    }

    public boolean hostNetwork() {
        return pod.getSpec().getHostNetwork();
    }

    /// How long it may be active, if that is limited.
    public Optional<Duration> activeDeadline() {
        return pod.getSpec().hasActiveDeadlineSeconds()
                ? Optional.of(Duration.ofSeconds(pod.getSpec().getActiveDeadlineSeconds()))
                : Optional.empty();
    }

    public Duration terminationGrace() {
        var spec = pod.getSpec();
        return Duration.ofSeconds(
                spec.hasTerminationGracePeriodSeconds()
                        ? spec.getTerminationGracePeriodSeconds()
                        : DEFAULT_GRACE_SECONDS);
    }

    /// Whether somebody asked the API server to delete it.
    public boolean beingDeleted() {
        return pod.getMetadata().hasDeletionTimestamp();
    }

    /// What the API server gives the pod to end, once somebody asked to delete it.
    public Optional<Duration> deletionGrace() {
        var metadata = pod.getMetadata();
        return metadata.hasDeletionGracePeriodSeconds()
                ? Optional.of(Duration.ofSeconds(metadata.getDeletionGracePeriodSeconds()))
                : Optional.empty();
    }

    /// Whether it comes from a file or a URL, and so has a copy at the API server at most.
    public boolean isStatic() {
        return PodNames.isStatic(pod);
    }

    /// Whether it is only the API server's copy of a static pod.
    public boolean isMirror() {
        return PodNames.isMirror(pod);
    }

    /// The API server says it will never run again.
    public boolean saidToBeFinal() {
        var phase = pod.getStatus().getPhase();
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /// Whether there is a question whether it may run: it shall, and has not ended.
    public boolean admissible() {
        return !beingDeleted() && !saidToBeFinal();
    }

    /// An init container that goes on running beside the others.
    public static boolean isSidecar(Container initContainer) {
        return initContainer.getRestartPolicy().equals("Always");
    }

    /// Whether a container of this pod that ended so is started again: by its own rules, then by
    /// its own policy, then by the pod's.
    ///
    /// Upstream: api/v1/pod ContainerShouldRestart.
    public boolean restartsAfter(Container container, int exitCode) {
        if (!container.hasRestartPolicy()) {
            return restartPolicy().restartsAfter(exitCode);
        }
        return RestartRules.of(container, exitCode) != RestartRules.Verdict.NONE
                || RestartPolicy.of(container.getRestartPolicy()).restartsAfter(exitCode);
    }
}
