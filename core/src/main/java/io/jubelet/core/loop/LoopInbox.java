package io.jubelet.core.loop;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.observation.RuntimeChanges;
import io.jubelet.core.observation.RuntimeListing;
import io.jubelet.core.pod.PodWorkers;
import io.jubelet.core.pod.TurnEnd;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.source.SourceChanges;
import io.jubelet.core.source.SourceNews;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Everything the sync loop can be told, by name, in one place. Each input keeps only its newest
/// word, so that the inbox is bounded by the number of pods and never blocks who fills it.
///
/// Thread: filled from any, emptied by the sync loop. The lock guards the fields below and is held
/// for their change only.
public final class LoopInbox implements RuntimeChanges, SourceChanges, PodWorkers.TurnEnds {
    private static final int MOST_HINTS = 1_000;

    private final Signal signal;
    private Optional<RuntimeState> runtime = Optional.empty();
    private Optional<RuntimeListing> listing = Optional.empty();
    private final Map<String, SourceNews> sources = new LinkedHashMap<>();
    private final Set<PodUid> changed = new TreeSet<>();
    private final Set<PodUid> news = new TreeSet<>();
    private final Set<RuntimeEvent> hints = new LinkedHashSet<>();
    private final Map<PodUid, TurnEnd> turns = new LinkedHashMap<>();
    private Optional<Set<PodUid>> withDirectories = Optional.empty();

    public LoopInbox(Execution execution) {
        this.signal = execution.signal("sync-loop");
    }

    /// All that came since the last look.
    ///
    /// @param sources the newest snapshot of each source that changed
    /// @param changedPods pods of which the runtime may hold something else
    /// @param news pods for which a mount, a pull, a probe or an object has come
    /// @param hints what the runtime told of its own accord
    /// @param withDirectories pods that have folders on this machine, if they were looked up
    record Contents(
            Optional<RuntimeListing> listing,
            Map<String, SourceNews> sources,
            Set<PodUid> changedPods,
            Set<PodUid> news,
            Set<RuntimeEvent> hints,
            Map<PodUid, TurnEnd> turns,
            Optional<Set<PodUid>> withDirectories) {}

    /// What these pods may wait for has come: a mount, a pull, a probe, an object.
    public void news(Set<PodUid> pods) {
        synchronized (this) {
            news.addAll(pods);
        }
        signal.raise();
    }

    /// One more than can be kept is as good as a look at its pod.
    @Override
    public void hinted(RuntimeEvent event) {
        synchronized (this) {
            hint(event);
        }
        signal.raise();
    }

    private void hint(RuntimeEvent event) {
        if (hints.size() < MOST_HINTS) {
            hints.add(event);
        } else {
            changed.add(event.pod());
        }
    }

    @Override
    public void listed(RuntimeListing newest, Set<RuntimeEvent> happened) {
        synchronized (this) {
            listing = Optional.of(newest);
            happened.forEach(this::hint);
        }
        signal.raise();
    }

    @Override
    public void healthChanged(RuntimeState state) {
        synchronized (this) {
            runtime = Optional.of(state);
        }
        signal.raise();
    }

    @Override
    public void sourceChanged(String source, List<DesiredPod> pods) {
        sourceInterrupted(source, pods, Set.of());
    }

    @Override
    public void sourceInterrupted(String source, List<DesiredPod> pods, Set<PodUid> interrupted) {
        var news = new SourceNews(pods, interrupted);
        synchronized (this) {
            sources.merge(source, news, (earlier, newest) -> newest.after(earlier));
        }
        signal.raise();
    }

    @Override
    public void turnEnded(PodIdentity pod, TurnEnd end) {
        synchronized (this) {
            turns.put(pod.uid(), end);
        }
        signal.raise();
    }

    /// Folders of pods were found on this machine.
    void directoriesFound(Set<PodUid> pods) {
        synchronized (this) {
            withDirectories = Optional.of(pods);
        }
        signal.raise();
    }

    /// Something the loop itself waits for may have come.
    public void wake() {
        signal.raise();
    }

    void await(Duration atMost) {
        signal.await(atMost);
    }

    /// What is new of the runtime's health; taken apart from the rest, which waits while it is
    /// down.
    synchronized Optional<RuntimeState> takeRuntime() {
        var taken = runtime;
        runtime = Optional.empty();
        return taken;
    }

    synchronized Contents take() {
        var taken =
                new Contents(
                        listing,
                        new LinkedHashMap<>(sources),
                        new TreeSet<>(changed),
                        new TreeSet<>(news),
                        new LinkedHashSet<>(hints),
                        new LinkedHashMap<>(turns),
                        withDirectories);
        listing = Optional.empty();
        sources.clear();
        changed.clear();
        news.clear();
        hints.clear();
        turns.clear();
        withDirectories = Optional.empty();
        return taken;
    }
}
