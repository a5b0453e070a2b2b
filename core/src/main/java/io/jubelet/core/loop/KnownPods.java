package io.jubelet.core.loop;

import io.jubelet.api.core.Pod;
import io.jubelet.core.desired.DesiredPod;
import java.util.List;

/// What the sources hold, as the loop last heard it.
///
/// @param statics static pods that a file or a URL has
/// @param mirrors copies of static pods that the API server has
/// @param allHeard whether every source has been heard
public record KnownPods(List<DesiredPod> statics, List<Pod> mirrors, boolean allHeard) {
    public static final KnownPods NONE = new KnownPods(List.of(), List.of(), false);

    public KnownPods {
        statics = List.copyOf(statics);
        mirrors = List.copyOf(mirrors);
    }

    /// Who wants to know more than the workers do.
    ///
    /// Thread: called on the sync loop's; must not block.
    public interface Listener {
        /// Nobody.
        Listener NONE =
                new Listener() {
                    @Override
                    public void apiHeard(List<Pod> pods) {}

                    @Override
                    public void changed(KnownPods known) {}
                };

        /// All pods of this node as the API server has them, mirrors among them.
        void apiHeard(List<Pod> pods);

        void changed(KnownPods known);
    }
}
