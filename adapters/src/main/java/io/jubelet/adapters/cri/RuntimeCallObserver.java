package io.jubelet.adapters.cri;

import io.jubelet.core.runtime.RuntimeCallException;
import java.time.Duration;
import java.util.Optional;

/// Told of every finished CRI call, for metrics and later for traces.
///
/// Thread: whichever made the call; implementations must not block.
@FunctionalInterface
public interface RuntimeCallObserver {
    /// Hears nothing.
    RuntimeCallObserver NONE = (_, _, _) -> {};

    /// @param operation upstream's metric label, such as `run_podsandbox`
    /// @param failure what went wrong, empty for success
    void finished(String operation, Duration took, Optional<RuntimeCallException.Code> failure);
}
