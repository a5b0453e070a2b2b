package io.jubelet.core.journal;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.JournalFiles;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The journals of all pods, those of a day past among them. Written to disk by a thread of its own
/// a moment after something happened, so that nobody who tells it something waits for a disk.
///
/// Owner of the pages. Thread: any; the files are written by its own, `journal`.
public final class Journal implements PodJournal {
    /// How long a pod's journal outlives it.
    static final Duration KEPT = Duration.ofDays(1);

    /// Much happens at once; it is written once.
    private static final Duration GATHERED = Duration.ofSeconds(3);

    private static final Duration SWEEP = Duration.ofMinutes(10);

    /// All of them lie in memory, some ten kilobytes each; of more the oldest go before their day.
    private static final int MOST_PAGES = 600;

    private final Execution execution;
    private final JournalFiles files;
    private final Signal signal;
    private final Map<PodUid, Page> pages = new LinkedHashMap<>();
    private final Map<PodUid, PodView> views = new HashMap<>();
    private final Set<PodUid> unwritten = new LinkedHashSet<>();

    public Journal(Execution execution, JournalFiles files) {
        this.execution = execution;
        this.files = files;
        this.signal = execution.signal("journal");
    }

    /// Reads what an agent before this one wrote, and writes from now on.
    public void start() {
        if (onDisk()) {
            execution.start(ThreadKind.SERVICE, "journal", this::run);
        }
    }

    private boolean onDisk() {
        return !files.equals(JournalFiles.NONE);
    }

    @Override
    public void note(PodIdentity pod, Step step, String detail) {
        synchronized (this) {
            add(pod, new JournalEntry(execution.now(), step, detail));
        }
        signal.raise();
    }

    @Override
    public void saw(PodView view) {
        synchronized (this) {
            var uid = view.identity().uid();
            var before = Optional.ofNullable(views.put(uid, view));
            var news = ViewDiff.between(before, view, execution.now());
            news.forEach(entry -> add(view.identity(), entry));
            if (news.isEmpty()) {
                return;
            }
        }
        signal.raise();
    }

    private void add(PodIdentity pod, JournalEntry entry) {
        var page = pages.getOrDefault(pod.uid(), Page.of(pod));
        pages.put(pod.uid(), page.with(entry));
        unwritten.add(pod.uid());
        if (entry.step() == Step.GONE) {
            views.remove(pod.uid());
        }
        if (!onDisk() && pages.size() > MOST_PAGES) {
            // No thread sweeps what is kept nowhere.
            var _ = outdated(entry.at());
        }
    }

    /// What is known of this pod's past; empty for one that nothing was written of.
    public synchronized List<JournalEntry> of(PodUid pod) {
        var page = pages.get(pod);
        return page == null ? List.of() : page.entries();
    }

    /// The pages of pods that are no longer here.
    public synchronized List<Page> past() {
        return pages.values().stream().filter(Page::over).toList();
    }

    private void run() {
        recall();
        while (true) {
            round();
        }
    }

    void round() {
        if (signal.await(SWEEP)) {
            pause();
            write();
        }
        outdated(execution.now()).forEach(files::drop);
    }

    /// Pods that ended while no agent ran are over too, once the day is.
    void recall() {
        var kept = files.all();
        synchronized (this) {
            kept.forEach(
                    (uid, text) ->
                            JournalText.read(uid, text)
                                    .ifPresent(page -> pages.merge(uid, page, Journal::joined)));
        }
    }

    private static Page joined(Page newer, Page older) {
        var page = older;
        for (var entry : newer.entries()) {
            page = page.with(entry);
        }
        return page;
    }

    private void pause() {
        var end = execution.tick().plus(GATHERED);
        for (var left = GATHERED; left.isPositive(); left = execution.tick().until(end)) {
            signal.await(left);
        }
    }

    private void write() {
        Map<PodUid, Page> changed = new LinkedHashMap<>();
        synchronized (this) {
            for (var uid : unwritten) {
                var page = pages.get(uid);
                if (page != null) {
                    changed.put(uid, page);
                }
            }
            unwritten.clear();
        }
        changed.forEach((uid, page) -> files.keep(uid, JournalText.write(page)));
    }

    private synchronized List<PodUid> outdated(Instant now) {
        var surplus = pages.size() - MOST_PAGES;
        var old = new LinkedHashSet<PodUid>();
        for (var page : pages.values()) {
            var late = page.lastAt().plus(KEPT).isBefore(now);
            if ((late || old.size() < surplus) && !views.containsKey(page.pod().uid())) {
                old.add(page.pod().uid());
            }
        }
        pages.keySet().removeAll(old);
        unwritten.removeAll(old);
        return List.copyOf(old);
    }
}
