package io.jubelet.server.view;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxState;
import io.jubelet.core.runtime.StreamingRuntime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The runtime by its lists.
///
/// Thread: any.
record ListedRuntime(ContainerRuntime runtime, StreamingRuntime streaming) implements RuntimeView {

    @Override
    public Optional<ContainerId> runningContainer(PodUid pod, String name) {
        return runtime.listContainers(Optional.of(pod)).stream()
                .filter(container -> container.name().equals(name))
                .filter(container -> container.state() == ContainerState.RUNNING)
                .max(
                        Comparator.comparingInt(ListedContainer::attempt)
                                .thenComparing(ListedContainer::createdAt))
                .map(ListedContainer::id);
    }

    @Override
    public Optional<SandboxId> readySandbox(PodUid pod) {
        return runtime.listSandboxes(Optional.of(pod)).stream()
                .filter(sandbox -> sandbox.state() == SandboxState.READY)
                .max(
                        Comparator.comparingInt(ListedSandbox::attempt)
                                .thenComparing(ListedSandbox::createdAt))
                .map(ListedSandbox::id);
    }

    @Override
    public List<RunningPod> runningPods() {
        return containersByPod().entrySet().stream()
                .map(
                        pod ->
                                new RunningPod(
                                        pod.getKey(),
                                        pod.getValue().stream().map(this::running).toList()))
                .toList();
    }

    private Map<PodIdentity, List<ListedContainer>> containersByPod() {
        var pods = new LinkedHashMap<PodIdentity, List<ListedContainer>>();
        for (var sandbox : runtime.listSandboxes(Optional.empty())) {
            if (sandbox.state() == SandboxState.READY) {
                pods.putIfAbsent(sandbox.pod(), new ArrayList<>());
            }
        }
        for (var container : runtime.listContainers(Optional.empty())) {
            if (container.state() == ContainerState.RUNNING) {
                pods.computeIfAbsent(container.pod(), _ -> new ArrayList<>()).add(container);
            }
        }
        return pods;
    }

    private RunningContainer running(ListedContainer listed) {
        try {
            return new RunningContainer(
                    listed.name(), runtime.containerStatus(listed.id()).image());
        } catch (RuntimeCallException gone) {
            return new RunningContainer(listed.name(), "");
        }
    }
}
