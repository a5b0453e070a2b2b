package io.jubelet.core.source;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a source has now, and what happened on the way there.
///
/// @param interrupted pods that the source had not for a while since it was last looked at
public record SourceNews(List<DesiredPod> pods, Set<PodUid> interrupted) {
    public SourceNews {
        pods = List.copyOf(pods);
        interrupted = Set.copyOf(interrupted);
    }

    /// This word after an earlier one that nobody has looked at.
    public SourceNews after(SourceNews earlier) {
        var all = new TreeSet<>(earlier.interrupted);
        all.addAll(interrupted);
        return new SourceNews(pods, all);
    }
}
