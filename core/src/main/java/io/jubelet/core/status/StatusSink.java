package io.jubelet.core.status;

import io.jubelet.core.runtime.PodUid;

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
                public void finished(PodUid pod) {}
            };

    void changed(PodView view);

    /// Nothing of the pod is left on this machine, and no source has it.
    void finished(PodUid pod);
}
