package io.jubelet.core.status;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.model.pod.PodNames;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The newest status of every pod beside what the API server has of it. Whatever comes in on either
/// side only marks the pod; what has to be written is found when its turn to be written comes, so
/// that the newest word wins and nothing that came between is ever sent.
///
/// Owner of both sides. Thread: any; the lock guards the maps and is held for no call.
/// Upstream: status_manager.go podStatuses, apiStatusVersions; pod_manager.go's mirror maps.
public final class StatusBoard implements StatusSink {
    /// What somebody else changed is put right no sooner after we last said it: two who do not
    /// agree about a pod must not keep the server busy. Upstream corrects every ten seconds.
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Execution execution;
    private final Signal signal;
    private final Predicate<PodUid> undecided;
    private final Map<PodUid, Entry> entries = new LinkedHashMap<>();
    private final ServerCopies server = new ServerCopies();
    private Optional<Tick> nextDue = Optional.empty();

    public StatusBoard(Execution execution) {
        this(execution, _ -> false);
    }

    /// @param undecided whether nobody knows yet how a pod that ran before the agent is. Of a
    ///     static pod, the server is told nothing meanwhile: what it has is as good
    public StatusBoard(Execution execution, Predicate<PodUid> undecided) {
        this.execution = execution;
        this.signal = execution.signal("status-writer");
        this.undecided = undecided;
    }

    /// One pod's newest word.
    private static final class Entry {
        private PodView view;
        private boolean marked = true;
        private boolean beingWritten;

        /// More is about to be said: until then this waits, unless others wait for it.
        private Tick heldUntil = Tick.BEGINNING;

        private Tick restsUntil = Tick.BEGINNING;

        /// The last try did not succeed: others go first.
        private boolean failed;

        /// What has to be written, as it was found last.
        private Optional<Planned> planned = Optional.empty();

        /// What was sent and what the server made of it: the same again says nothing new.
        private Optional<Settled> settled = Optional.empty();

        /// Since when the server does not have what the worker says.
        private Optional<Tick> changedAt = Optional.empty();

        /// The same of what is being written.
        private Optional<Tick> takenFrom = Optional.empty();

        /// What the server took last.
        private Optional<Told> told = Optional.empty();

        Entry(PodView view) {
            this.view = view;
        }
    }

    /// What was found to be written, and of which words.
    private record Planned(PodView view, Pod copy, Optional<Settled> settled, Optional<Job> job) {
        @SuppressWarnings("ReferenceEquality") // Another object is planned anew, and that is all.
        boolean isOf(Entry entry, Pod there) {
            return view == entry.view && copy == there && settled.equals(entry.settled);
        }
    }

    private record Settled(StatusWrite.Change sent, String version) {}

    /// @param uid of the server's copy: a static pod's may be another one by now
    private record Told(String uid, Said said, Tick at) {}

    /// What a worker says of its pod, as far as the server is told of it: a final phase is kept
    /// back until all has stopped.
    private record Said(PodStatus status, boolean stopped) {
        static Said of(PodView view) {
            return new Said(view.status(), view.stopped());
        }
    }

    /// One write that has been taken and must be given back.
    ///
    /// @param view the pod as its worker has it
    record Job(PodUid pod, StatusWrite write, String version, PodView view) {}

    @Override
    public void changed(PodView view) {
        synchronized (this) {
            says(view).heldUntil = Tick.BEGINNING;
        }
        signal.raise();
    }

    @Override
    public void changing(PodView view, Duration atMost) {
        synchronized (this) {
            var waited = isMarked(view.identity().uid());
            var entry = says(view);
            if (!waited) {
                entry.heldUntil = execution.tick().plus(atMost);
            }
        }
        signal.raise();
    }

    private boolean isMarked(PodUid pod) {
        var entry = entries.get(pod);
        return entry != null && entry.marked;
    }

    private Entry says(PodView view) {
        var known = Optional.ofNullable(entries.get(view.identity().uid()));
        var entry = known.orElseGet(() -> new Entry(view));
        entries.putIfAbsent(view.identity().uid(), entry);
        if (known.isEmpty() || !view.status().equals(entry.view.status())) {
            entry.changedAt = entry.changedAt.or(() -> Optional.of(execution.tick()));
        }
        entry.view = view;
        entry.marked = true;
        return entry;
    }

    @Override
    public synchronized void finished(PodUid pod) {
        entries.remove(pod);
    }

    /// All pods of this node as the API server has them, mirrors among them.
    public void heard(List<Pod> pods) {
        synchronized (this) {
            var changed = server.heard(pods);
            entries.values().forEach(entry -> entry.marked |= concerns(changed, entry.view));
        }
        signal.raise();
    }

    private static boolean concerns(Set<String> changed, PodView view) {
        return changed.contains(view.identity().uid().value())
                || changed.contains(view.identity().fullName());
    }

    /// The next write, the most urgent first and else the one that waits longest. What failed
    /// before comes last, so that a pod whose status nobody takes holds up no other.
    synchronized Optional<Job> take(Tick now) {
        Optional<Job> first = Optional.empty();
        Optional<Job> last = Optional.empty();
        nextDue = Optional.empty();
        for (var entry : entries.values()) {
            if (!entry.marked || entry.beingWritten || now.isBefore(entry.restsUntil)) {
                continue;
            }
            var copy = server.of(entry.view);
            if (copy.filter(PodNames::isMirror).isPresent()
                    && undecided.test(entry.view.identity().uid())) {
                continue;
            }
            if (copy.isPresent() && held(entry, copy.get(), now)) {
                continue;
            }
            var job = copy.flatMap(pod -> plannedJob(entry, pod));
            if (job.isEmpty()) {
                entry.marked = false;
                // A copy that is still to be made has to be told; one that is there knows all.
                entry.changedAt = copy.isPresent() ? Optional.empty() : entry.changedAt;
                continue;
            }
            if (contradicted(entry, job.get(), now)) {
                continue;
            }
            if (entry.failed) {
                last = last.isPresent() ? last : job;
            } else if (StatusWritePlanner.urgent(copy.get(), entry.view)) {
                return Optional.of(begin(job.get()));
            } else if (first.isEmpty()) {
                first = job;
            }
        }
        var failed = last;
        return first.or(() -> failed).map(this::begin);
    }

    private boolean held(Entry entry, Pod copy, Tick now) {
        if (!now.isBefore(entry.heldUntil) || StatusWritePlanner.urgent(copy, entry.view)) {
            return false;
        }
        nextDue =
                nextDue.filter(due -> due.isBefore(entry.heldUntil))
                        .or(() -> Optional.of(entry.heldUntil));
        return true;
    }

    /// How long the first of those that more is said of still waits, when the others are taken.
    synchronized Optional<Duration> untilDue(Tick now) {
        return nextDue.map(due -> now.isBefore(due) ? now.until(due) : Duration.ZERO);
    }

    /// Many pods wait while few are written: what one needs is found once for each of its words.
    private static Optional<Job> plannedJob(Entry entry, Pod copy) {
        var known = entry.planned.filter(planned -> planned.isOf(entry, copy));
        if (known.isEmpty()) {
            var plan = StatusWritePlanner.plan(copy, entry.view);
            var found = new Planned(entry.view, copy, entry.settled, job(entry, copy, plan));
            entry.planned = Optional.of(found);
            return found.job();
        }
        return known.get().job();
    }

    /// Whether nothing is new on our side, and somebody else has just said otherwise.
    private static boolean contradicted(Entry entry, Job job, Tick now) {
        return job.write() instanceof StatusWrite.Change change
                && entry.told
                        .filter(told -> told.uid().equals(change.uid()))
                        .filter(told -> told.said().equals(Said.of(job.view())))
                        .filter(told -> now.isBefore(told.at().plus(PATIENCE)))
                        .isPresent();
    }

    private Job begin(Job job) {
        var entry = entries.get(job.pod());
        if (entry != null) {
            entry.marked = false;
            entry.beingWritten = true;
            entry.takenFrom = entry.changedAt;
            entry.changedAt = Optional.empty();
        }
        return job;
    }

    private static Optional<Job> job(Entry entry, Pod copy, StatusWrite planned) {
        var version = copy.getMetadata().getResourceVersion();
        var write =
                planned instanceof StatusWrite.Change change
                                && entry.settled.equals(Optional.of(new Settled(change, version)))
                        ? StatusWritePlanner.removal(copy, entry.view)
                        : planned;
        return write instanceof StatusWrite.Nothing
                ? Optional.empty()
                : Optional.of(new Job(entry.view.identity().uid(), write, version, entry.view));
    }

    /// The server took it and has this now. Answers how long it did not, if that began with the
    /// worker's word.
    Optional<Duration> written(Job job, Pod result, Tick now) {
        learn(result);
        var since = takenFrom(job);
        done(
                job,
                entry -> {
                    entry.takenFrom = Optional.empty();
                    entry.marked = true;
                    entry.failed = false;
                    entry.told =
                            Optional.of(
                                    new Told(
                                            result.getMetadata().getUid(),
                                            Said.of(job.view()),
                                            now));
                    var next = StatusWritePlanner.plan(result, entry.view);
                    if (next instanceof StatusWrite.Change again) {
                        var sent = ((StatusWrite.Change) job.write()).status();
                        if (again.status().equals(sent)) {
                            entry.settled =
                                    Optional.of(
                                            new Settled(
                                                    again,
                                                    result.getMetadata().getResourceVersion()));
                        }
                    }
                    entry.planned =
                            Optional.of(
                                    new Planned(
                                            entry.view,
                                            result,
                                            entry.settled,
                                            job(entry, result, next)));
                });
        return since.map(from -> from.until(now));
    }

    private synchronized Optional<Tick> takenFrom(Job job) {
        return Optional.ofNullable(entries.get(job.pod())).flatMap(entry -> entry.takenFrom);
    }

    /// The server has another version of the pod than we thought, so.
    void corrected(Job job, Pod fresh) {
        learn(fresh);
        done(job, entry -> entry.marked = true);
    }

    /// The server has no such pod.
    void gone(Job job) {
        synchronized (this) {
            server.forget(uidOf(job.write()));
        }
        done(job, entry -> {});
    }

    /// It was not written; it will be tried again, behind the others.
    void failed(Job job) {
        done(
                job,
                entry -> {
                    entry.marked = true;
                    entry.failed = true;
                    if (entries.remove(job.pod(), entry)) {
                        entries.put(job.pod(), entry);
                    }
                });
    }

    /// The server refuses this pod's status as it is: it rests, and the others go on. The job is
    /// still to be given back.
    synchronized void rest(Job job, Tick until) {
        var entry = entries.get(job.pod());
        if (entry != null) {
            entry.restsUntil = until;
        }
    }

    private void done(Job job, java.util.function.Consumer<Entry> then) {
        synchronized (this) {
            var entry = entries.get(job.pod());
            if (entry != null) {
                entry.beingWritten = false;
                then.accept(entry);
                entry.changedAt = entry.takenFrom.or(() -> entry.changedAt);
                entry.takenFrom = Optional.empty();
            }
        }
        signal.raise();
    }

    private synchronized void learn(Pod pod) {
        server.learn(pod);
    }

    /// Looks at every pod again, whether anything came in or not.
    synchronized void markAll() {
        entries.values().forEach(entry -> entry.marked = true);
    }

    boolean await(Duration atMost) {
        return signal.await(atMost);
    }

    void wake() {
        signal.raise();
    }

    private static String uidOf(StatusWrite write) {
        return switch (write) {
            case StatusWrite.Nothing _ -> "";
            case StatusWrite.Change change -> change.uid();
            case StatusWrite.Removal removal -> removal.uid();
        };
    }
}
