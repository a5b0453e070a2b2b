package io.jubelet.core.host;

import io.jubelet.core.runtime.PodUid;
import java.util.Optional;

/// What the agent itself wants to know of a pod after its own restart, and nobody else can tell it.
/// Small texts by topic; losing them costs comfort, never correctness, so no method throws.
///
/// Thread: any; implementations are safe for concurrent use.
public interface PodMemory {
    /// Remembers nothing.
    PodMemory NONE =
            new PodMemory() {
                @Override
                public Optional<String> recall(PodUid pod, String topic) {
                    return Optional.empty();
                }

                @Override
                public void remember(PodUid pod, String topic, String text) {}

                @Override
                public void forget(PodUid pod) {}
            };

    /// What was last remembered; empty if nothing was, or it cannot be read.
    Optional<String> recall(PodUid pod, String topic);

    void remember(PodUid pod, String topic, String text);

    /// Forgets every topic of the pod.
    void forget(PodUid pod);

    /// Where journals are kept, which outlive their pods.
    default JournalFiles journals() {
        return JournalFiles.NONE;
    }
}
