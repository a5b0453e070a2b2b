package io.jubelet.sim.planted;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Hands every call on; a planted fault overrides the one it spoils.
public abstract class ForwardingRuntime implements ContainerRuntime {
    private final ContainerRuntime honest;

    protected ForwardingRuntime(ContainerRuntime honest) {
        this.honest = honest;
    }

    @Override
    public RuntimeVersion version() {
        return honest.version();
    }

    @Override
    public RuntimeHealth status() {
        return honest.status();
    }

    @Override
    public void updatePodCidr(String cidr) {
        honest.updatePodCidr(cidr);
    }

    @Override
    public List<ListedSandbox> listSandboxes(Optional<PodUid> pod) {
        return honest.listSandboxes(pod);
    }

    @Override
    public List<ListedContainer> listContainers(Optional<PodUid> pod) {
        return honest.listContainers(pod);
    }

    @Override
    public Set<String> imagesInUse() {
        return honest.imagesInUse();
    }

    @Override
    public ObservedSandbox sandboxStatus(SandboxId id) {
        return honest.sandboxStatus(id);
    }

    @Override
    public ObservedContainer containerStatus(ContainerId id) {
        return honest.containerStatus(id);
    }

    @Override
    public SandboxId runSandbox(SandboxSpec spec) {
        return honest.runSandbox(spec);
    }

    @Override
    public void stopSandbox(SandboxId id) {
        honest.stopSandbox(id);
    }

    @Override
    public void removeSandbox(SandboxId id) {
        honest.removeSandbox(id);
    }

    @Override
    public ContainerId createContainer(
            SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
        return honest.createContainer(sandbox, spec, sandboxSpec);
    }

    @Override
    public void startContainer(ContainerId id) {
        honest.startContainer(id);
    }

    @Override
    public void stopContainer(ContainerId id, Duration grace) {
        honest.stopContainer(id, grace);
    }

    @Override
    public void removeContainer(ContainerId id) {
        honest.removeContainer(id);
    }

    @Override
    public void reopenLog(ContainerId id) {
        honest.reopenLog(id);
    }

    @Override
    public void streamEvents(Consumer<RuntimeEvent> sink) {
        honest.streamEvents(sink);
    }
}
