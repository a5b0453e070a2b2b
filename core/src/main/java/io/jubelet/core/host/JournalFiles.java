package io.jubelet.core.host;

import io.jubelet.core.runtime.PodUid;
import java.util.Map;

/// Where journals outlive the agent, one text a pod. Losing them costs comfort, never correctness,
/// so no method throws.
///
/// Thread: any.
public interface JournalFiles {
    /// Keeps nothing.
    JournalFiles NONE =
            new JournalFiles() {
                @Override
                public Map<PodUid, String> all() {
                    return Map.of();
                }

                @Override
                public void keep(PodUid pod, String text) {}

                @Override
                public void drop(PodUid pod) {}
            };

    Map<PodUid, String> all();

    void keep(PodUid pod, String text);

    void drop(PodUid pod);
}
