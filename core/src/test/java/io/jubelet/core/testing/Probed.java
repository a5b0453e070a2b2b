package io.jubelet.core.testing;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.ProbeResults;
import java.util.Optional;
import java.util.Set;

/// What probes say, as a test wants it.
///
/// @param started what startup probes say of every container; empty for those without one
/// @param condemned the instances that probes ended
public record Probed(Optional<Boolean> started, Set<ContainerId> condemned)
        implements ProbeResults {
    public Probed {
        condemned = Set.copyOf(condemned);
    }

    public static ProbeResults startup(Optional<Boolean> started) {
        return new Probed(started, Set.of());
    }

    public static ProbeResults ended(ContainerId... instances) {
        return new Probed(Optional.empty(), Set.of(instances));
    }

    @Override
    public Optional<Boolean> started(PodUid pod, String container, ContainerId id) {
        return started;
    }

    @Override
    public Optional<Boolean> ready(PodUid pod, String container, ContainerId id) {
        return Optional.empty();
    }

    @Override
    public boolean condemned(PodUid pod, ContainerId id) {
        return condemned.contains(id);
    }
}
