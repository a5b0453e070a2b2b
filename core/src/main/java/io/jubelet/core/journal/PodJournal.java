package io.jubelet.core.journal;

import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.status.PodView;

/// Is told what happens to pods, by whoever does it. Never blocks and never throws: nothing that is
/// told holds a secret or the output of a user's program.
///
/// Thread: any.
public interface PodJournal {
    /// Nobody writes.
    PodJournal NONE =
            new PodJournal() {
                @Override
                public void note(PodIdentity pod, Step step, String detail) {}

                @Override
                public void saw(PodView view) {}
            };

    void note(PodIdentity pod, Step step, String detail);

    /// The pod is in this state now; what differs from the last time is noted.
    void saw(PodView view);
}
