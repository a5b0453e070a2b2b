package io.jubelet.core.sync;

import io.jubelet.core.waiting.Wait;
import java.util.List;

/// What to do next with a pod, and what it waits for meanwhile. No actions means that it is as
/// wanted, or has to wait.
public record Plan(List<PodAction> actions, List<Wait.Planned> waits) {
    public Plan {
        actions = List.copyOf(actions);
        waits = List.copyOf(waits);
    }

    static Plan of(List<PodAction> actions) {
        return new Plan(actions, List.of());
    }
}
