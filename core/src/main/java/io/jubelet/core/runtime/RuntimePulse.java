package io.jubelet.core.runtime;

import io.jubelet.core.execution.Tick;
import java.util.Optional;

/// What was last heard of the runtime as a whole.
///
/// @param asked whether it has answered, or failed to, at least once
/// @param health its last answer, however old
/// @param version as it last said
/// @param lastReady when it last said that it is ready
public record RuntimePulse(
        boolean asked,
        Optional<RuntimeHealth> health,
        Optional<RuntimeVersion> version,
        Optional<Tick> lastReady) {
    public static final RuntimePulse NONE =
            new RuntimePulse(false, Optional.empty(), Optional.empty(), Optional.empty());

    /// After an answer that says the runtime is ready.
    public static RuntimePulse ready(RuntimeHealth health, RuntimeVersion version, Tick at) {
        return new RuntimePulse(true, Optional.of(health), Optional.of(version), Optional.of(at));
    }

    /// After an answer that says it is not.
    public RuntimePulse unready(RuntimeHealth newest) {
        return new RuntimePulse(true, Optional.of(newest), version, lastReady);
    }

    /// After no answer: what was known stays, and grows old.
    public RuntimePulse silent() {
        return new RuntimePulse(true, health, version, lastReady);
    }
}
