package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.SandboxId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Remembers in which sandbox each container lies, for CRI's status call does not say. A container
/// never changes its sandbox, so what is remembered is true; what is not can be asked for.
///
/// Thread: any. Holds no more entries than the last full list and what came since.
final class SandboxMemory {
    private final Map<ContainerId, SandboxId> sandboxes = new ConcurrentHashMap<>();

    Optional<SandboxId> of(ContainerId container) {
        return Optional.ofNullable(sandboxes.get(container));
    }

    void learn(ContainerId container, SandboxId sandbox) {
        sandboxes.put(container, sandbox);
    }

    void learn(List<ListedContainer> some) {
        some.forEach(container -> learn(container.id(), container.sandbox()));
    }

    /// Forgets what is not in a list of all.
    void keepOnly(List<ListedContainer> all) {
        var listed = all.stream().map(ListedContainer::id).collect(Collectors.toSet());
        sandboxes.keySet().retainAll(listed);
        learn(all);
    }
}
