package io.jubelet.core.status;

import io.jubelet.core.runtime.PodUid;
import java.time.Duration;

/// Who is told each pod's newest status, so that the API server learns it.
///
/// Thread: any; must not block.
public interface StatusSink {
    /// There is no API server.
    StatusSink NONE =
            new StatusSink() {
                @Override
                public void changed(PodView view) {}

                @Override
                public void changing(PodView view, Duration atMost) {}

                @Override
                public void finished(PodUid pod) {}
            };

    void changed(PodView view);

    /// The pod is so now, and will soon be otherwise: unless others wait for this, the API server
    /// is told when more has come, or when the time is over.
    void changing(PodView view, Duration atMost);

    /// Nothing of the pod is left on this machine, and no source has it.
    void finished(PodUid pod);
}
