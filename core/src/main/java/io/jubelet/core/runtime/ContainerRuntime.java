package io.jubelet.core.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The container runtime: CRI's RuntimeService as far as the agent uses it, one method a call.
///
/// Every method blocks, may take as long as its deadline, and throws [RuntimeCallException].
/// Lists hold only what carries a kubelet's labels; the rest is not ours.
///
/// Thread: any; implementations are safe for concurrent use.
public interface ContainerRuntime {
    RuntimeVersion version();

    RuntimeHealth status();

    /// Tells the runtime the addresses of this node's pods, as far as its network asks for them.
    void updatePodCidr(String cidr);

    /// All labelled sandboxes, or those of one pod.
    List<ListedSandbox> listSandboxes(Optional<PodUid> pod);

    /// All labelled containers, or those of one pod.
    List<ListedContainer> listContainers(Optional<PodUid> pod);

    /// Every name by which the image of some container goes, whether the container is ours or not
    /// and whether it runs or not; images that are mounted as volumes too.
    Set<String> imagesInUse();

    ObservedSandbox sandboxStatus(SandboxId id);

    ObservedContainer containerStatus(ContainerId id);

    SandboxId runSandbox(SandboxSpec spec);

    /// Stops every process of the sandbox and takes down its network. Idempotent.
    void stopSandbox(SandboxId id);

    /// Removes the sandbox and all that is left in it. Idempotent.
    void removeSandbox(SandboxId id);

    ContainerId createContainer(SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec);

    void startContainer(ContainerId id);

    /// Asks the container to end and kills it after `grace`. Idempotent.
    void stopContainer(ContainerId id, Duration grace);

    /// Removes a container, killing it if it runs. Idempotent.
    void removeContainer(ContainerId id);

    /// Has the runtime write a running container's output to a new file in the old one's place.
    void reopenLog(ContainerId id);

    /// Hands each event to `sink` until the stream ends or fails. A runtime without events throws
    /// with [RuntimeCallException.Code#UNIMPLEMENTED].
    void streamEvents(Consumer<RuntimeEvent> sink);
}
