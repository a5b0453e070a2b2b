package io.jubelet.core.status;

import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/// The last view of every pod. Written by each pod's worker for its own pod, read by servers and
/// tables.
///
/// Thread: any; a view is immutable and replaced as a whole.
public final class PodViews {
    private final Map<PodUid, PodView> views = new ConcurrentSkipListMap<>();
    private final AtomicLong revision = new AtomicLong();

    public void publish(PodView view) {
        views.put(view.identity().uid(), view);
        revision.incrementAndGet();
    }

    public void forget(PodUid pod) {
        views.remove(pod);
        revision.incrementAndGet();
    }

    public Optional<PodView> find(PodUid pod) {
        return Optional.ofNullable(views.get(pod));
    }

    /// All views, by uid.
    public List<PodView> all() {
        return List.copyOf(views.values());
    }

    /// Grows with every change, so that a table knows when to draw itself again.
    public long revision() {
        return revision.get();
    }
}
