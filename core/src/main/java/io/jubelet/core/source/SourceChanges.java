package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import java.util.List;

/// Who is told what a source holds. The sync loop's inbox.
///
/// Thread: called from the sources' threads; must not block.
@FunctionalInterface
public interface SourceChanges {
    /// All pods of that source, each time they differ from the last, and once at its start.
    void sourceChanged(String source, List<DesiredPod> pods);
}
