package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Set;

/// Who is told what a source holds. The sync loop's inbox.
///
/// Thread: called from the sources' threads; must not block.
@FunctionalInterface
public interface SourceChanges {
    /// All pods of that source, each time they differ from the last, and once at its start.
    void sourceChanged(String source, List<DesiredPod> pods);

    /// The same of a source that had not some of these pods for a while since it last told.
    ///
    /// @param interrupted those pods: each has to end, and to begin again if it is among `pods`
    default void sourceInterrupted(String source, List<DesiredPod> pods, Set<PodUid> interrupted) {
        sourceChanged(source, pods);
    }
}
