package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.KubeletLabels;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.cri.v1.ContainerFilter;
import io.jubelet.cri.v1.ContainerStatusRequest;
import io.jubelet.cri.v1.CreateContainerRequest;
import io.jubelet.cri.v1.GetEventsRequest;
import io.jubelet.cri.v1.NetworkConfig;
import io.jubelet.cri.v1.PodSandboxFilter;
import io.jubelet.cri.v1.PodSandboxStatusRequest;
import io.jubelet.cri.v1.RemoveContainerRequest;
import io.jubelet.cri.v1.RemovePodSandboxRequest;
import io.jubelet.cri.v1.ReopenContainerLogRequest;
import io.jubelet.cri.v1.RunPodSandboxRequest;
import io.jubelet.cri.v1.RuntimeConfig;
import io.jubelet.cri.v1.RuntimeConfigRequest;
import io.jubelet.cri.v1.RuntimeServiceGrpc;
import io.jubelet.cri.v1.StartContainerRequest;
import io.jubelet.cri.v1.StatusRequest;
import io.jubelet.cri.v1.StopContainerRequest;
import io.jubelet.cri.v1.StopPodSandboxRequest;
import io.jubelet.cri.v1.UpdateRuntimeConfigRequest;
import io.jubelet.cri.v1.VersionRequest;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The container runtime behind CRI's RuntimeService.
///
/// Thread: any.
///
/// Upstream: cri-client/pkg/remote_runtime.go, with its deadlines and its checks of answers.
public final class CriRuntime implements ContainerRuntime {
    /// The version that a kubelet asks for; runtimes ignore it.
    private static final String ASKED_VERSION = "0.1.0";

    private final CriCalls calls;
    private final CriConfigs configs;
    private final Duration timeout;
    private final LastWords lastWords;
    private final CriLists lists;
    private final SandboxMemory sandboxes = new SandboxMemory();

    CriRuntime(
            CriCalls calls,
            CriLists lists,
            CriConfigs configs,
            Duration timeout,
            LastWords lastWords) {
        this.calls = calls;
        this.lists = lists;
        this.configs = configs;
        this.timeout = timeout;
        this.lastWords = lastWords;
    }

    @Override
    public RuntimeVersion version() {
        var method = RuntimeServiceGrpc.getVersionMethod();
        var request = VersionRequest.newBuilder().setVersion(ASKED_VERSION).build();
        var answer = calls.call(method, timeout, request);
        CriAnswers.checkVersion(answer);
        return new RuntimeVersion(
                answer.getRuntimeName(), answer.getRuntimeVersion(), answer.getRuntimeApiVersion());
    }

    /// `systemd` or `cgroupfs`, as the runtime is set up; empty where it cannot tell.
    ///
    /// Upstream: server.go getCgroupDriverFromCRI.
    public Optional<String> cgroupDriver() {
        var method = RuntimeServiceGrpc.getRuntimeConfigMethod();
        try {
            var answer = calls.call(method, timeout, RuntimeConfigRequest.getDefaultInstance());
            if (!answer.hasLinux()) {
                return Optional.empty();
            }
            return switch (answer.getLinux().getCgroupDriver()) {
                case SYSTEMD -> Optional.of("systemd");
                case CGROUPFS -> Optional.of("cgroupfs");
                case UNRECOGNIZED -> Optional.empty();
            };
        } catch (RuntimeCallException failure) {
            if (failure.code() == Code.UNIMPLEMENTED) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public RuntimeHealth status() {
        var method = RuntimeServiceGrpc.getStatusMethod();
        var answer = calls.call(method, timeout, StatusRequest.getDefaultInstance());
        return CriMapper.health(answer);
    }

    @Override
    public void updatePodCidr(String cidr) {
        var network = NetworkConfig.newBuilder().setPodCidr(cidr);
        var config = RuntimeConfig.newBuilder().setNetworkConfig(network);
        var request = UpdateRuntimeConfigRequest.newBuilder().setRuntimeConfig(config).build();
        calls.call(RuntimeServiceGrpc.getUpdateRuntimeConfigMethod(), timeout, request);
    }

    @Override
    public List<ListedSandbox> listSandboxes(Optional<PodUid> pod) {
        var filter = PodSandboxFilter.newBuilder();
        pod.ifPresent(uid -> filter.putLabelSelector(KubeletLabels.POD_UID, uid.value()));
        return lists.sandboxes(filter.build()).stream()
                .flatMap(sandbox -> CriMapper.listed(sandbox).stream())
                .toList();
    }

    @Override
    public List<ListedContainer> listContainers(Optional<PodUid> pod) {
        var filter = ContainerFilter.newBuilder();
        pod.ifPresent(uid -> filter.putLabelSelector(KubeletLabels.POD_UID, uid.value()));
        var containers = list(filter.build());
        if (pod.isEmpty()) {
            sandboxes.keepOnly(containers);
        } else {
            sandboxes.learn(containers);
        }
        return containers;
    }

    private List<ListedContainer> list(ContainerFilter filter) {
        return lists.containers(filter).stream()
                .flatMap(container -> CriMapper.listed(container).stream())
                .toList();
    }

    @Override
    public Set<String> imagesInUse() {
        var names = new HashSet<String>();
        for (var container : lists.containers(ContainerFilter.getDefaultInstance())) {
            names.add(container.getImage().getImage());
            names.add(container.getImageRef());
            names.add(container.getImageId());
            names.addAll(mountedImages(container.getId()));
        }
        names.remove("");
        return names;
    }

    /// A container that is gone by now has mounted nothing.
    private List<String> mountedImages(String container) {
        var method = RuntimeServiceGrpc.getContainerStatusMethod();
        var request = ContainerStatusRequest.newBuilder().setContainerId(container).build();
        try {
            return calls.call(method, timeout, request).getStatus().getMountsList().stream()
                    .map(mount -> mount.getImage().getImage())
                    .toList();
        } catch (RuntimeCallException failure) {
            if (failure.code() == Code.NOT_FOUND) {
                return List.of();
            }
            throw failure;
        }
    }

    @Override
    public ObservedSandbox sandboxStatus(SandboxId id) {
        var method = RuntimeServiceGrpc.getPodSandboxStatusMethod();
        var request = PodSandboxStatusRequest.newBuilder().setPodSandboxId(id.value()).build();
        var answer = calls.call(method, timeout, request);
        CriAnswers.checkSandbox(answer.getStatus());
        return CriMapper.observed(answer.getStatus());
    }

    @Override
    public ObservedContainer containerStatus(ContainerId id) {
        var method = RuntimeServiceGrpc.getContainerStatusMethod();
        var request = ContainerStatusRequest.newBuilder().setContainerId(id.value()).build();
        var sandbox = sandboxes.of(id).orElseGet(() -> askForSandbox(id));
        var answer = calls.call(method, timeout, request);
        CriAnswers.checkContainer(answer.getStatus());
        return CriMapper.observed(lastWords.addedTo(answer.getStatus()), sandbox);
    }

    private SandboxId askForSandbox(ContainerId id) {
        return list(ContainerFilter.newBuilder().setId(id.value()).build()).stream()
                .map(ListedContainer::sandbox)
                .findFirst()
                .orElseThrow(
                        () ->
                                new RuntimeCallException(
                                        "ContainerStatus",
                                        Code.NOT_FOUND,
                                        "container \"" + id + "\" is not listed"));
    }

    @Override
    public SandboxId runSandbox(SandboxSpec spec) {
        var request =
                RunPodSandboxRequest.newBuilder()
                        .setConfig(configs.sandbox(spec))
                        .setRuntimeHandler(spec.runtimeHandler())
                        .build();
        var method = RuntimeServiceGrpc.getRunPodSandboxMethod();
        var answer = calls.call(method, timeout.multipliedBy(2), request);
        CriAnswers.checkSandboxId(answer, spec);
        return new SandboxId(answer.getPodSandboxId());
    }

    @Override
    public void stopSandbox(SandboxId id) {
        var method = RuntimeServiceGrpc.getStopPodSandboxMethod();
        var request = StopPodSandboxRequest.newBuilder().setPodSandboxId(id.value()).build();
        unlessGone(() -> calls.call(method, timeout, request));
    }

    @Override
    public void removeSandbox(SandboxId id) {
        var method = RuntimeServiceGrpc.getRemovePodSandboxMethod();
        var request = RemovePodSandboxRequest.newBuilder().setPodSandboxId(id.value()).build();
        unlessGone(() -> calls.call(method, timeout, request));
    }

    @Override
    public ContainerId createContainer(
            SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
        var request =
                CreateContainerRequest.newBuilder()
                        .setPodSandboxId(sandbox.value())
                        .setConfig(configs.container(spec, sandboxSpec))
                        .setSandboxConfig(configs.sandbox(sandboxSpec))
                        .build();
        var answer = calls.call(RuntimeServiceGrpc.getCreateContainerMethod(), timeout, request);
        CriAnswers.checkContainerId(answer, spec);
        var id = new ContainerId(answer.getContainerId());
        sandboxes.learn(id, sandbox);
        return id;
    }

    @Override
    public void startContainer(ContainerId id) {
        var request = StartContainerRequest.newBuilder().setContainerId(id.value()).build();
        calls.call(RuntimeServiceGrpc.getStartContainerMethod(), timeout, request);
    }

    @Override
    public void stopContainer(ContainerId id, Duration grace) {
        var request =
                StopContainerRequest.newBuilder()
                        .setContainerId(id.value())
                        .setTimeout(grace.toSeconds())
                        .build();
        var method = RuntimeServiceGrpc.getStopContainerMethod();
        unlessGone(() -> calls.call(method, timeout.plus(grace), request));
    }

    @Override
    public void removeContainer(ContainerId id) {
        var request = RemoveContainerRequest.newBuilder().setContainerId(id.value()).build();
        var method = RuntimeServiceGrpc.getRemoveContainerMethod();
        unlessGone(() -> calls.call(method, timeout, request));
    }

    @Override
    public void reopenLog(ContainerId id) {
        var request = ReopenContainerLogRequest.newBuilder().setContainerId(id.value()).build();
        calls.call(RuntimeServiceGrpc.getReopenContainerLogMethod(), timeout, request);
    }

    /// Runtimes differ in whether stopping or removing what is not there is an error.
    private static void unlessGone(Runnable call) {
        try {
            call.run();
        } catch (RuntimeCallException failure) {
            if (failure.code() != Code.NOT_FOUND) {
                throw failure;
            }
        }
    }

    @Override
    public void streamEvents(Consumer<RuntimeEvent> sink) {
        var method = RuntimeServiceGrpc.getGetContainerEventsMethod();
        calls.stream(
                method,
                GetEventsRequest.getDefaultInstance(),
                event -> CriMapper.event(event).ifPresent(sink));
    }
}
