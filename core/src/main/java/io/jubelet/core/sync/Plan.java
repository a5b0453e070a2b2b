package io.jubelet.core.sync;

import io.jubelet.core.waiting.Wait;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What to do next with a pod, and what it waits for meanwhile. No actions means that it is as
/// wanted, or has to wait.
///
/// @param over whether every regular container has ended for good: what is left of the pod, such
///     as its sidecars, has nothing to live for
/// @param lookAgain when there is more to do that nobody waits for, such as clearing up
public record Plan(
        List<PodAction> actions,
        List<Wait.Planned> waits,
        boolean over,
        Optional<Instant> lookAgain) {
    public Plan {
        actions = List.copyOf(actions);
        waits = List.copyOf(waits);
    }

    /// Whether it starts containers and stops nothing.
    boolean onlyStartsContainers() {
        return actions.stream().allMatch(PodAction.StartContainer.class::isInstance);
    }

    /// Whether the pod's volumes have to be there for it.
    boolean startsContainers() {
        return actions.stream().anyMatch(PodAction.StartContainer.class::isInstance);
    }
}
