package io.jubelet.core.probe;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Probe;
import java.util.Optional;

/// What a probe asks.
///
/// Upstream: prober/prober_manager.go probeType.
public enum ProbeKind {
    /// Has the container started? Nothing else is asked before.
    STARTUP("Startup"),
    /// Can it be used?
    READINESS("Readiness"),
    /// Is it alive?
    LIVENESS("Liveness");

    private final String text;

    ProbeKind(String text) {
        this.text = text;
    }

    /// As events begin.
    public String text() {
        return text;
    }

    /// The container's probe of this kind.
    public Optional<Probe> of(Container container) {
        return switch (this) {
            case STARTUP ->
                    container.hasStartupProbe()
                            ? Optional.of(container.getStartupProbe())
                            : Optional.empty();
            case READINESS ->
                    container.hasReadinessProbe()
                            ? Optional.of(container.getReadinessProbe())
                            : Optional.empty();
            case LIVENESS ->
                    container.hasLivenessProbe()
                            ? Optional.of(container.getLivenessProbe())
                            : Optional.empty();
        };
    }

    /// What is taken for true until the probe has said otherwise.
    ProbeResult initial() {
        return switch (this) {
            case STARTUP -> ProbeResult.UNKNOWN;
            case READINESS -> ProbeResult.FAILURE;
            case LIVENESS -> ProbeResult.SUCCESS;
        };
    }
}
