package io.jubelet.core.loop;

import io.jubelet.api.core.Pod;
import io.jubelet.core.admission.Admission;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.observation.RuntimeChanges.RuntimeState;
import io.jubelet.core.observation.RuntimeListing;
import io.jubelet.core.pod.PodWorkers;
import io.jubelet.core.pod.TurnEnd;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.source.PodChange;
import io.jubelet.core.source.SourceDiff;
import io.jubelet.core.source.SourceNews;
import io.jubelet.core.status.PodViews;
import io.jubelet.log.Log;
import io.jubelet.model.pod.PodNames;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The one loop of the agent: takes what came in and hands each pod's share to its worker. It
/// decides nothing about containers and never blocks.
///
/// Thread: its own, `sync-loop`, a platform thread; `heartbeat` from any.
/// Upstream: kubelet.go syncLoop, syncLoopIteration.
public final class SyncLoop {
    private static final Log LOG = Log.of(SyncLoop.class);

    private final Execution execution;
    private final LoopInbox inbox;
    private final PodWorkers workers;
    private final RuntimeStatus runtime;
    private final Set<String> expectedSources;
    private final LoopTimes times;
    private final Map<String, List<DesiredPod>> wanted = new LinkedHashMap<>();
    private final Map<String, SourceNews> heldBack = new LinkedHashMap<>();
    private final ResyncQueue resyncs = new ResyncQueue();
    private final AdmissionDesk desk;
    private final PodViews views;
    private final KnownPods.Listener listener;
    private List<Pod> mirrors = List.of();

    /// Pods that ended after the last listing began, and so may stand in it still.
    private final Map<PodUid, Tick> finished = new LinkedHashMap<>();

    private RuntimeListing listing = RuntimeListing.none();
    private Tick housekeepingDue;
    private volatile Tick heartbeat;

    /// Whom the loop asks and tells.
    public record Neighbours(
            PodViews views,
            Admission admission,
            EventRecorder events,
            KnownPods.Listener listener) {}

    /// @param expectedSources the sources that must have been heard before anything is an orphan
    public SyncLoop(
            Execution execution,
            LoopInbox inbox,
            PodWorkers workers,
            RuntimeStatus runtime,
            Neighbours neighbours,
            Set<String> expectedSources,
            LoopTimes times) {
        this.execution = execution;
        this.inbox = inbox;
        this.workers = workers;
        this.runtime = runtime;
        this.views = neighbours.views();
        this.listener = neighbours.listener();
        this.desk =
                new AdmissionDesk(
                        neighbours.admission(), workers, neighbours.events(), inbox::wake);
        this.expectedSources = expectedSources;
        this.times = times;
        this.heartbeat = execution.tick();
        this.housekeepingDue = heartbeat;
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "sync-loop", this::run);
    }

    /// When the loop last came round: a hung loop is one whose heartbeat grows old.
    public Tick heartbeat() {
        return heartbeat;
    }

    private void run() {
        while (true) {
            inbox.await(untilNextDue());
            heartbeat = execution.tick();
            try {
                iterate();
            } catch (RuntimeException bug) {
                // Each pod's news is guarded by itself; what is lost here, the next listing and
                // resync bring back.
                LOG.error(bug, "The sync loop's round failed unexpectedly");
            }
        }
    }

    private Duration untilNextDue() {
        var now = execution.tick();
        var latest = now.plus(times.heartbeat());
        if (!runtime.usable() || !listedOnce()) {
            return now.until(latest);
        }
        var next = Tick.earlier(latest, housekeepingDue);
        next = Tick.earlier(next, resyncs.next().orElse(latest));
        return next.isBefore(now) ? Duration.ZERO : now.until(next);
    }

    private void iterate() {
        inbox.takeRuntime().ifPresent(this::runtimeChanged);
        if (!runtime.usable()) {
            return;
        }
        var contents = inbox.take();
        contents.sources()
                .forEach(
                        (source, news) ->
                                heldBack.merge(
                                        source, news, (earlier, newest) -> newest.after(earlier)));
        contents.listing().ifPresent(this::listed);
        if (!listedOnce()) {
            // Before the first listing nobody knows which older pods of a name still run.
            return;
        }
        contents.turns().forEach((pod, end) -> guarded(pod, () -> turnEnded(pod, end)));
        if (!heldBack.isEmpty()) {
            heldBack.forEach(this::sourceChanged);
            heldBack.clear();
            listener.changed(new KnownPods(statics(), mirrors, sourcesReady()));
        }
        desk.decide(listing);
        contents.changedPods().forEach(workers::poke);
        contents.news().forEach(workers::news);
        contents.hints().forEach(workers::hint);
        resyncs.takeDue(execution.tick()).forEach(workers::poke);
        contents.withDirectories().ifPresent(this::endOrphansWithDirectories);
        keepHouse();
    }

    private void listed(RuntimeListing newest) {
        listing = newest;
        finished.values().removeIf(at -> at.isBefore(newest.takenAt()));
    }

    private boolean listedOnce() {
        return !listing.takenAt().equals(Tick.BEGINNING);
    }

    private void runtimeChanged(RuntimeState state) {
        runtime.change(state, execution.now());
        if (runtime.usable()) {
            workers.uids().forEach(workers::poke);
        }
    }

    private void sourceChanged(String source, SourceNews news) {
        var pods = news.pods();
        if (source.equals(PodNames.SOURCE_API)) {
            listener.apiHeard(pods.stream().map(DesiredPod::pod).toList());
            mirrors = pods.stream().filter(DesiredPod::isMirror).map(DesiredPod::pod).toList();
        }
        var before = wanted.getOrDefault(source, List.of());
        var own = pods.stream().filter(pod -> !pod.isMirror()).toList();
        var heardBefore = source.equals(PodNames.SOURCE_API) && wanted.containsKey(source);
        wanted.put(source, own);
        for (var change : SourceDiff.between(before, own, news.interrupted())) {
            if (heardBefore && change instanceof PodChange.Added && !workers.knows(change.uid())) {
                workers.untouched(change.uid());
            }
            guarded(change.uid(), () -> apply(change));
        }
    }

    private List<DesiredPod> statics() {
        return wanted.values().stream().flatMap(List::stream).filter(DesiredPod::isStatic).toList();
    }

    private void apply(PodChange change) {
        switch (change) {
            case PodChange.Added added -> added(added.pod());
            case PodChange.Updated updated -> changed(updated.pod());
            case PodChange.Deleted deleted -> changed(deleted.pod());
            case PodChange.Reconciled reconciled -> {
                views.want(reconciled.pod().pod());
                if (desk.holds(reconciled.uid())) {
                    desk.put(reconciled.pod());
                } else {
                    workers.reconcile(reconciled.pod());
                }
            }
            case PodChange.Removed removed -> {
                views.drop(removed.uid());
                desk.withdraw(removed.uid());
                workers.end(removed.uid());
            }
        }
    }

    private void added(DesiredPod pod) {
        views.want(pod.pod());
        if (pod.isStatic()) {
            endOlderOfSameName(pod.identity());
        }
        if (workers.knows(pod.uid())) {
            workers.want(pod);
        } else {
            desk.put(pod);
        }
    }

    private void changed(DesiredPod pod) {
        views.want(pod.pod());
        if (desk.holds(pod.uid())) {
            desk.put(pod);
        } else {
            workers.want(pod);
        }
    }

    /// One pod that we cannot handle must not cost the others theirs.
    private static void guarded(PodUid pod, Runnable handling) {
        try {
            handling.run();
        } catch (RuntimeException bug) {
            LOG.error(bug, "The sync loop could not handle one pod's news", "podUID", pod);
        }
    }

    /// An agent that was killed while it replaced a pod finds the old one running still.
    private void endOlderOfSameName(PodIdentity pod) {
        inRuntime()
                .filter(other -> other.fullName().equals(pod.fullName()))
                .filter(other -> !other.uid().equals(pod.uid()))
                .filter(other -> !isWanted(other.uid()))
                .forEach(workers::endOrphan);
    }

    private boolean isWanted(PodUid uid) {
        return wanted.values().stream()
                .anyMatch(pods -> pods.stream().anyMatch(pod -> pod.uid().equals(uid)));
    }

    private void turnEnded(PodUid pod, TurnEnd end) {
        switch (end) {
            case TurnEnd.Idle idle ->
                    resyncs.schedule(pod, execution.tick().plus(idle.resyncAfter()));
            case TurnEnd.Again _ -> workers.poke(pod);
            case TurnEnd.Finished _ -> {
                resyncs.forget(pod);
                finished.put(pod, execution.tick());
                workers.finished(pod);
            }
        }
    }

    /// Ends what is in the runtime and in no source, once every source has been heard.
    private void keepHouse() {
        if (execution.tick().isBefore(housekeepingDue)) {
            return;
        }
        housekeepingDue = execution.tick().plus(times.housekeeping());
        if (!sourcesReady()) {
            return;
        }
        inRuntime()
                .filter(pod -> !workers.knows(pod.uid()) && !desk.holds(pod.uid()))
                .forEach(workers::endOrphan);
    }

    private Stream<PodIdentity> inRuntime() {
        return listing.pods().values().stream()
                .map(RuntimeListing.ListedPod::pod)
                .filter(pod -> !finished.containsKey(pod.uid()));
    }

    private void endOrphansWithDirectories(Set<PodUid> pods) {
        if (!sourcesReady()) {
            return;
        }
        pods.stream()
                .filter(uid -> !workers.knows(uid) && !desk.holds(uid))
                .forEach(uid -> workers.endOrphan(new PodIdentity("", "", uid)));
    }

    private boolean sourcesReady() {
        return wanted.keySet().containsAll(expectedSources);
    }
}
