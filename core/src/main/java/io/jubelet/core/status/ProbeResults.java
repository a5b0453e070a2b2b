package io.jubelet.core.status;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.PodUid;
import java.util.Optional;

/// What probes last said of a container.
///
/// Thread: any; must not block.
/// Upstream: prober/prober_manager.go UpdatePodStatus.
public interface ProbeResults {
    /// No container has a probe.
    ProbeResults NONE =
            new ProbeResults() {
                @Override
                public Optional<Boolean> started(PodUid pod, String container, ContainerId id) {
                    return Optional.empty();
                }

                @Override
                public Optional<Boolean> ready(PodUid pod, String container, ContainerId id) {
                    return Optional.empty();
                }

                @Override
                public boolean condemned(PodUid pod, ContainerId id) {
                    return false;
                }
            };

    /// Whether this running instance has started; empty for one without a startup probe.
    Optional<Boolean> started(PodUid pod, String container, ContainerId id);

    /// Whether this running instance is ready; empty for one without a readiness probe.
    Optional<Boolean> ready(PodUid pod, String container, ContainerId id);

    /// Whether this instance was ended for another to take its place, because of a probe, of a
    /// changed specification or of a state that the runtime did not know: then it comes back,
    /// whatever it ended with.
    boolean condemned(PodUid pod, ContainerId id);
}
