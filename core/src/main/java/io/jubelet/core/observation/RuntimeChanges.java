package io.jubelet.core.observation;

import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeVersion;
import java.util.Set;

/// Who is told what the observers see. The sync loop's inbox.
///
/// Thread: called from the observers' threads; must not block.
public interface RuntimeChanges {
    /// The runtime says that something happened to one pod.
    void hinted(RuntimeEvent event);

    /// The whole runtime was listed; this is what happened since the listing before.
    void listed(RuntimeListing listing, Set<RuntimeEvent> happened);

    /// The runtime's health, each time it differs from the last.
    void healthChanged(RuntimeState state);

    /// What is known of the runtime as a whole.
    sealed interface RuntimeState {
        /// It answers and says it is ready.
        record Up(RuntimeHealth health, RuntimeVersion version) implements RuntimeState {}

        /// It does not answer, or says it is not ready.
        record Down(String reason) implements RuntimeState {}
    }
}
