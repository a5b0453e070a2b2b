package io.jubelet.server.testing;

import io.jubelet.api.core.ContainerState;
import io.jubelet.api.core.ContainerStateRunning;
import io.jubelet.api.core.ContainerStatus;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.core.waiting.Wait;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Pods as the agent shows them.
public final class Views {
    public static final Instant SINCE = Instant.parse("2026-11-15T10:00:00Z");

    private Views() {}

    /// A static pod with one running container.
    public static PodView running(String name) {
        return view(name, Optional.of(pod(name, "file")), runningStatus(), List.of());
    }

    /// A pod that came from the API server.
    public static PodView fromApi(String name) {
        return view(name, Optional.of(pod(name, "api")), runningStatus(), List.of());
    }

    /// A pod that nobody wants, found in the runtime.
    public static PodView orphan(String name) {
        return view(name, Optional.empty(), PodStatus.getDefaultInstance(), List.of());
    }

    /// A static pod that has ended.
    public static PodView ended(String name) {
        return view(
                name,
                Optional.of(pod(name, "file")),
                PodStatus.newBuilder().setPhase("Succeeded").build(),
                List.of());
    }

    public static PodView waiting(String name, List<Wait> waits) {
        return view(
                name,
                Optional.of(pod(name, "file")),
                PodStatus.newBuilder().setPhase("Pending").build(),
                waits);
    }

    private static PodView view(
            String name, Optional<Pod> desired, PodStatus status, List<Wait> waits) {
        var identity = new PodIdentity("default", name, new PodUid("uid-" + name));
        return new PodView(identity, desired, "Syncing", SINCE, status, waits);
    }

    private static Pod pod(String name, String source) {
        return Pod.newBuilder()
                .setMetadata(
                        ObjectMeta.newBuilder()
                                .setName(name)
                                .setNamespace("default")
                                .setUid("uid-" + name)
                                .putAnnotations("kubernetes.io/config.source", source))
                .setSpec(PodSpec.newBuilder().setNodeName("node-1"))
                .build();
    }

    private static PodStatus runningStatus() {
        return PodStatus.newBuilder()
                .setPhase("Running")
                .addConditions(
                        PodCondition.newBuilder()
                                .setType("PodReadyToStartContainers")
                                .setStatus("True"))
                .addContainerStatuses(
                        ContainerStatus.newBuilder()
                                .setName("main")
                                .setState(
                                        ContainerState.newBuilder()
                                                .setRunning(
                                                        ContainerStateRunning
                                                                .getDefaultInstance())))
                .build();
    }
}
