package io.jubelet.app.training;

import io.jubelet.cri.v1.Container;
import io.jubelet.cri.v1.ContainerState;
import io.jubelet.cri.v1.ContainerStatus;
import io.jubelet.cri.v1.CreateContainerRequest;
import io.jubelet.cri.v1.PodSandbox;
import io.jubelet.cri.v1.PodSandboxConfig;
import io.jubelet.cri.v1.PodSandboxNetworkStatus;
import io.jubelet.cri.v1.PodSandboxState;
import io.jubelet.cri.v1.PodSandboxStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The stand-in's sandboxes and containers. Every method is synchronized: gRPC calls from a pool.
final class StandInPods {
    private static final long STARTED_NANOS = 1_700_000_000_000_000_000L;
    private final Map<String, PodSandboxStatus> sandboxes = new LinkedHashMap<>();
    private final Map<String, ContainerStatus> containers = new LinkedHashMap<>();
    private final Map<String, String> sandboxOf = new LinkedHashMap<>();

    synchronized String addSandbox(PodSandboxConfig config) {
        var id = "sandbox" + sandboxes.size();
        sandboxes.put(
                id,
                PodSandboxStatus.newBuilder()
                        .setId(id)
                        .setMetadata(config.getMetadata())
                        .setState(PodSandboxState.SANDBOX_READY)
                        .setCreatedAt(STARTED_NANOS)
                        .setNetwork(PodSandboxNetworkStatus.newBuilder().setIp("127.0.0.2"))
                        .putAllLabels(config.getLabelsMap())
                        .putAllAnnotations(config.getAnnotationsMap())
                        .build());
        return id;
    }

    synchronized String addContainer(CreateContainerRequest request) {
        var id = "container" + containers.size();
        var config = request.getConfig();
        containers.put(
                id,
                ContainerStatus.newBuilder()
                        .setId(id)
                        .setMetadata(config.getMetadata())
                        .setState(ContainerState.CONTAINER_CREATED)
                        .setCreatedAt(STARTED_NANOS)
                        .setImage(config.getImage())
                        .setImageRef(config.getImage().getImage())
                        .putAllLabels(config.getLabelsMap())
                        .putAllAnnotations(config.getAnnotationsMap())
                        .build());
        sandboxOf.put(id, request.getPodSandboxId());
        return id;
    }

    synchronized void start(String id) {
        containers.computeIfPresent(
                id,
                (_, status) ->
                        status.toBuilder()
                                .setState(ContainerState.CONTAINER_RUNNING)
                                .setStartedAt(STARTED_NANOS)
                                .build());
    }

    synchronized void stop(String id) {
        containers.computeIfPresent(
                id,
                (_, status) ->
                        status.toBuilder()
                                .setState(ContainerState.CONTAINER_EXITED)
                                .setFinishedAt(STARTED_NANOS)
                                .build());
    }

    synchronized void stopSandbox(String id) {
        sandboxes.computeIfPresent(
                id,
                (_, status) ->
                        status.toBuilder().setState(PodSandboxState.SANDBOX_NOTREADY).build());
    }

    synchronized void removeContainer(String id) {
        containers.remove(id);
    }

    synchronized void removeSandbox(String id) {
        sandboxes.remove(id);
    }

    synchronized PodSandboxStatus sandbox(String id) {
        return sandboxes.getOrDefault(id, PodSandboxStatus.getDefaultInstance());
    }

    synchronized ContainerStatus container(String id) {
        return containers.getOrDefault(id, ContainerStatus.getDefaultInstance());
    }

    synchronized List<PodSandbox> listSandboxes(Map<String, String> selector) {
        return sandboxes.values().stream()
                .filter(status -> matches(status.getLabelsMap(), selector))
                .map(
                        status ->
                                PodSandbox.newBuilder()
                                        .setId(status.getId())
                                        .setMetadata(status.getMetadata())
                                        .setState(status.getState())
                                        .setCreatedAt(status.getCreatedAt())
                                        .putAllLabels(status.getLabelsMap())
                                        .build())
                .toList();
    }

    synchronized List<Container> listContainers(Map<String, String> selector) {
        return containers.values().stream()
                .filter(status -> matches(status.getLabelsMap(), selector))
                .map(
                        status ->
                                Container.newBuilder()
                                        .setId(status.getId())
                                        .setPodSandboxId(sandboxOf.getOrDefault(status.getId(), ""))
                                        .setMetadata(status.getMetadata())
                                        .setState(status.getState())
                                        .setCreatedAt(status.getCreatedAt())
                                        .setImage(status.getImage())
                                        .putAllLabels(status.getLabelsMap())
                                        .putAllAnnotations(status.getAnnotationsMap())
                                        .build())
                .toList();
    }

    private static boolean matches(Map<String, String> labels, Map<String, String> selector) {
        return labels.entrySet().containsAll(selector.entrySet());
    }
}
