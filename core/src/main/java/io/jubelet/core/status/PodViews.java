package io.jubelet.core.status;

import io.jubelet.api.core.Pod;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/// The last view of every pod, and which of them a source wants. Views are written by each pod's
/// worker for its own pod, wishes by the sync loop; servers and tables read both.
///
/// Thread: any; a view is immutable and replaced as a whole.
public final class PodViews {
    private final Map<PodUid, PodView> views = new ConcurrentSkipListMap<>();
    private final Map<PodUid, Pod> wanted = new ConcurrentHashMap<>();
    private final AtomicLong revision = new AtomicLong();

    public void publish(PodView view) {
        views.put(view.identity().uid(), view);
        revision.incrementAndGet();
    }

    public void forget(PodUid pod) {
        views.remove(pod);
        revision.incrementAndGet();
    }

    /// A source has this pod, so.
    public void want(Pod pod) {
        wanted.put(new PodUid(pod.getMetadata().getUid()), pod);
        revision.incrementAndGet();
    }

    /// No source has this pod any more.
    public void drop(PodUid pod) {
        wanted.remove(pod);
        revision.incrementAndGet();
    }

    /// Whether some source has this pod.
    public boolean wants(PodUid pod) {
        return wanted.containsKey(pod);
    }

    public Optional<PodView> find(PodUid pod) {
        return Optional.ofNullable(views.get(pod));
    }

    /// All views, by uid.
    public List<PodView> all() {
        return List.copyOf(views.values());
    }

    /// The views of the pods that some source has at this moment, each pod as last received: what
    /// `/pods` shows. A pod that still ends but has left its source is not among them.
    public List<PodView> wanted() {
        return views.values().stream()
                .flatMap(
                        view ->
                                Optional.ofNullable(wanted.get(view.identity().uid()))
                                        .map(view::withDesired)
                                        .stream())
                .toList();
    }

    /// Grows with every change, so that a table knows when to draw itself again.
    public long revision() {
        return revision.get();
    }
}
