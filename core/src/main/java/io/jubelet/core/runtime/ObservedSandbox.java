package io.jubelet.core.runtime;

import java.time.Instant;
import java.util.List;

/// A sandbox as its status call described it.
///
/// @param hostNetwork whether it shares the node's network namespace, and so has no address of its
///     own
/// @param ips its addresses, the primary one first
public record ObservedSandbox(
        SandboxId id,
        int attempt,
        SandboxState state,
        Instant createdAt,
        boolean hostNetwork,
        List<String> ips) {
    public ObservedSandbox {
        ips = List.copyOf(ips);
    }

    public boolean ready() {
        return state == SandboxState.READY;
    }
}
