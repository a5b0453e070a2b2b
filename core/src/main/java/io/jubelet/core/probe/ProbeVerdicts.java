package io.jubelet.core.probe;

import io.jubelet.core.runtime.ContainerId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Which running containers of a pod have to be replaced, by their probes.
public record ProbeVerdicts(Map<ContainerId, Failed> failed) {
    public static final ProbeVerdicts NONE = new ProbeVerdicts(Map.of());

    public ProbeVerdicts {
        failed = Map.copyOf(failed);
    }

    /// @param kind startup or liveness
    /// @param grace what the container is given to end, where the probe itself says so
    public record Failed(ProbeKind kind, Optional<Duration> grace) {}

    public Optional<Failed> of(ContainerId container) {
        return Optional.ofNullable(failed.get(container));
    }
}
