package io.jubelet.core.runtime;

import java.time.Instant;

/// One entry of the runtime's list of containers that carries a kubelet's labels. Its sandbox may
/// be gone already: the labels alone say whose it is.
public record ListedContainer(
        ContainerId id,
        SandboxId sandbox,
        PodIdentity pod,
        String name,
        int attempt,
        ContainerState state,
        Instant createdAt) {}
