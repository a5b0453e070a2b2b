package io.jubelet.core.runtime;

import java.time.Instant;

/// One entry of the runtime's list of sandboxes that carries a kubelet's labels.
public record ListedSandbox(
        SandboxId id, PodIdentity pod, int attempt, SandboxState state, Instant createdAt) {}
