package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeEvent.Kind;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.cri.v1.Container;
import io.jubelet.cri.v1.ContainerEventResponse;
import io.jubelet.cri.v1.ContainerStatus;
import io.jubelet.cri.v1.ContainerUser;
import io.jubelet.cri.v1.NamespaceMode;
import io.jubelet.cri.v1.PodIP;
import io.jubelet.cri.v1.PodSandbox;
import io.jubelet.cri.v1.PodSandboxNetworkStatus;
import io.jubelet.cri.v1.PodSandboxState;
import io.jubelet.cri.v1.PodSandboxStatus;
import io.jubelet.cri.v1.RuntimeFeatures;
import io.jubelet.cri.v1.RuntimeHandler;
import io.jubelet.cri.v1.RuntimeStatus;
import io.jubelet.cri.v1.StatusResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads CRI's answers into the port's records. [CriConfigs] is the other direction.
///
/// Thread: any; pure.
///
/// Upstream: kuberuntime/helpers.go, kuberuntime_container.go toKubeContainerStatus.
final class CriMapper {
    private CriMapper() {}

    /// Empty for a sandbox that no kubelet made.
    static Optional<ListedSandbox> listed(PodSandbox sandbox) {
        return CriLabels.pod(sandbox.getLabelsMap()).map(pod -> listed(sandbox, pod));
    }

    private static ListedSandbox listed(PodSandbox sandbox, PodIdentity pod) {
        return new ListedSandbox(
                new SandboxId(sandbox.getId()),
                pod,
                sandbox.getMetadata().getAttempt(),
                state(sandbox.getState()),
                instant(sandbox.getCreatedAt()));
    }

    /// Empty for a container that no kubelet made.
    static Optional<ListedContainer> listed(Container container) {
        var pod = CriLabels.pod(container.getLabelsMap());
        var name = CriLabels.containerName(container.getLabelsMap());
        return pod.isEmpty() || name.isEmpty()
                ? Optional.empty()
                : Optional.of(listed(container, pod.get(), name.get()));
    }

    private static ListedContainer listed(Container container, PodIdentity pod, String name) {
        return new ListedContainer(
                new ContainerId(container.getId()),
                new SandboxId(container.getPodSandboxId()),
                pod,
                name,
                container.getMetadata().getAttempt(),
                state(container.getState()),
                instant(container.getCreatedAt()));
    }

    static ObservedSandbox observed(PodSandboxStatus status) {
        var network = status.getLinux().getNamespaces().getOptions().getNetwork();
        return new ObservedSandbox(
                new SandboxId(status.getId()),
                status.getMetadata().getAttempt(),
                state(status.getState()),
                instant(status.getCreatedAt()),
                network == NamespaceMode.NODE,
                addresses(status.getNetwork()));
    }

    /// A runtime's status call does not name the sandbox: `sandbox` is what the caller knows.
    static ObservedContainer observed(ContainerStatus status, SandboxId sandbox) {
        var state = state(status.getState());
        return new ObservedContainer(
                new ContainerId(status.getId()),
                sandbox,
                CriLabels.containerName(status.getLabelsMap())
                        .orElseGet(() -> status.getMetadata().getName()),
                status.getMetadata().getAttempt(),
                state,
                instant(status.getCreatedAt()),
                moment(status.getStartedAt()),
                state == ContainerState.EXITED ? Optional.of(exit(status)) : Optional.empty(),
                status.getImage().getImage(),
                status.getImageRef(),
                CriLabels.hash(status.getAnnotationsMap()),
                CriLabels.terminationGrace(status.getAnnotationsMap()),
                status.hasUser() ? Optional.of(user(status.getUser())) : Optional.empty(),
                CriSignals.name(status.getStopSignal()));
    }

    private static ObservedContainer.User user(ContainerUser user) {
        if (!user.hasLinux()) {
            return new ObservedContainer.User.Somebody();
        }
        var linux = user.getLinux();
        return new ObservedContainer.User.Linux(
                linux.getUid(), linux.getGid(), linux.getSupplementalGroupsList());
    }

    private static ObservedContainer.Exit exit(ContainerStatus status) {
        return new ObservedContainer.Exit(
                status.getExitCode(),
                status.getReason(),
                status.getMessage(),
                instant(status.getFinishedAt()));
    }

    /// Which pod to look at again; empty when the event does not say. One of a kind that is new to
    /// us is about nothing that anybody has seen.
    static Optional<RuntimeEvent> event(ContainerEventResponse event) {
        var uid = event.getPodSandboxStatus().getMetadata().getUid();
        if (uid.isEmpty()) {
            return Optional.empty();
        }
        var pod = new PodUid(uid);
        var id = event.getContainerId();
        return Optional.of(
                switch (event.getContainerEventType()) {
                    case CONTAINER_CREATED_EVENT -> new RuntimeEvent(pod, id, Kind.CREATED);
                    case CONTAINER_STARTED_EVENT -> new RuntimeEvent(pod, id, Kind.STARTED);
                    case CONTAINER_STOPPED_EVENT -> new RuntimeEvent(pod, id, Kind.STOPPED);
                    case CONTAINER_DELETED_EVENT -> new RuntimeEvent(pod, id, Kind.DELETED);
                    case UNRECOGNIZED -> new RuntimeEvent(pod, "", Kind.CREATED);
                });
    }

    static RuntimeHealth health(StatusResponse answer) {
        var status = answer.getStatus();
        return new RuntimeHealth(
                condition(status, "RuntimeReady"),
                condition(status, "NetworkReady"),
                answer.getRuntimeHandlersList().stream().map(CriMapper::handler).toList(),
                answer.hasFeatures()
                        ? Optional.of(features(answer.getFeatures()))
                        : Optional.empty());
    }

    private static RuntimeHealth.Handler handler(RuntimeHandler handler) {
        var features = handler.getFeatures();
        return new RuntimeHealth.Handler(
                handler.getName(),
                features.getRecursiveReadOnlyMounts(),
                features.getUserNamespaces());
    }

    private static RuntimeHealth.Features features(RuntimeFeatures features) {
        return new RuntimeHealth.Features(
                features.getSupplementalGroupsPolicy(), features.getUserNamespacesHostNetwork());
    }

    private static RuntimeHealth.Condition condition(RuntimeStatus status, String type) {
        return status.getConditionsList().stream()
                .filter(condition -> condition.getType().equals(type))
                .map(
                        condition ->
                                new RuntimeHealth.Condition(
                                        condition.getStatus(),
                                        condition.getReason(),
                                        condition.getMessage()))
                .findFirst()
                .orElseGet(
                        () ->
                                new RuntimeHealth.Condition(
                                        false, "", "the runtime does not report " + type));
    }

    private static List<String> addresses(PodSandboxNetworkStatus network) {
        return Stream.concat(
                        Stream.of(network.getIp()),
                        network.getAdditionalIpsList().stream().map(PodIP::getIp))
                .filter(address -> !address.isEmpty())
                .toList();
    }

    private static SandboxState state(PodSandboxState state) {
        return switch (state) {
            case SANDBOX_READY -> SandboxState.READY;
            case SANDBOX_NOTREADY, UNRECOGNIZED -> SandboxState.NOT_READY;
        };
    }

    private static ContainerState state(io.jubelet.cri.v1.ContainerState state) {
        return switch (state) {
            case CONTAINER_CREATED -> ContainerState.CREATED;
            case CONTAINER_RUNNING -> ContainerState.RUNNING;
            case CONTAINER_EXITED -> ContainerState.EXITED;
            case CONTAINER_UNKNOWN, UNRECOGNIZED -> ContainerState.UNKNOWN;
        };
    }

    private static Instant instant(long nanoseconds) {
        return Instant.EPOCH.plus(Duration.ofNanos(nanoseconds));
    }

    private static Optional<Instant> moment(long nanoseconds) {
        return nanoseconds == 0 ? Optional.empty() : Optional.of(instant(nanoseconds));
    }
}
