package io.jubelet.core.journal;

import io.jubelet.api.core.Pod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Finds out how long pods take to start, from what their journal, the API server's copies and the
/// figures of others tell. All of it is handed on.
///
/// Owner of the starts that are under way. Thread: any; the lock guards them and is held for no
/// call.
/// Upstream: util/pod_startup_latency_tracker.go, kubelet.go SyncPod.
public final class StartMeter implements PodJournal, Meter {
    /// Nobody tells of a pod that went before it was looked at; of more the oldest go.
    private static final int MOST = 1_000;

    private final Execution execution;
    private final PodJournal journal;
    private final Meter meter;
    private final Map<PodUid, Sight> sights = new LinkedHashMap<>();
    private final Map<PodUid, PodStart> starts = new LinkedHashMap<>();
    private Set<Pod> heard = new HashSet<>();

    /// A pod that was seen and does not run yet.
    private record Sight(Tick at, boolean pending) {}

    public StartMeter(Execution execution, PodJournal journal, Meter meter) {
        this.execution = execution;
        this.journal = journal;
        this.meter = meter;
    }

    @Override
    public void note(PodIdentity pod, Step step, String detail) {
        switch (step) {
            case SEEN -> seen(pod.uid());
            case ADMITTED -> admitted(pod.uid());
            case GONE -> gone(pod.uid());
            case PLANNED, EVENT, STAGE, STATUS, WAITS, WAITED, WRITTEN -> {}
        }
        journal.note(pod, step, detail);
    }

    private synchronized void seen(PodUid pod) {
        if (sights.size() >= MOST) {
            sights.remove(sights.keySet().iterator().next());
        }
        sights.put(pod, new Sight(execution.tick(), false));
    }

    private synchronized void gone(PodUid pod) {
        sights.remove(pod);
        starts.remove(pod);
    }

    private void admitted(PodUid pod) {
        Optional<Sight> sight;
        synchronized (this) {
            sight = Optional.ofNullable(sights.get(pod));
        }
        sight.map(it -> it.at().until(execution.tick()))
                .ifPresent(since -> meter.tell(new Figure.WorkerStarted(since)));
    }

    @Override
    public void saw(PodView view) {
        phase(view.identity().uid(), view.status().getPhase())
                .ifPresent(since -> meter.tell(new Figure.PodRuns(since)));
        journal.saw(view);
    }

    /// How long ago the pod was seen, if it has just begun to run here. One that ran before the
    /// agent did is never seen waiting.
    private synchronized Optional<Duration> phase(PodUid pod, String phase) {
        var sight = sights.get(pod);
        if (sight == null || phase.isEmpty()) {
            return Optional.empty();
        }
        if (phase.equals("Pending")) {
            sights.put(pod, new Sight(sight.at(), true));
            return Optional.empty();
        }
        sights.remove(pod);
        return phase.equals("Running") && sight.pending()
                ? Optional.of(sight.at().until(execution.tick()))
                : Optional.empty();
    }

    @Override
    public void tell(Figure figure) {
        switch (figure) {
            case Figure.ImagePulled(var pod, var part, var whole, var _) ->
                    change(pod, start -> start.pulled(part, execution.tick(), whole));
            case Figure.PullRefused(var pod, var part, var whole) ->
                    change(pod, start -> start.refused(part, execution.tick(), whole));
            case Figure.ContainerEnded ended -> ended(ended);
            case Figure.Relisted _,
                    Figure.PodRead _,
                    Figure.PodBegun _,
                    Figure.WorkerStarted _,
                    Figure.Turn _,
                    Figure.PodRuns _,
                    Figure.PodStarted _,
                    Figure.SandboxTried _,
                    Figure.PodWithUsersFailed _,
                    Figure.SandboxRun _,
                    Figure.ContainerTried _,
                    Figure.ImageRemoved _,
                    Figure.HookFellBack _,
                    Figure.CgroupChanged _,
                    Figure.StatusWritten _,
                    Figure.Probed _,
                    Figure.ProbesEnded _,
                    Figure.OrphanFound _,
                    Figure.PodReturned _,
                    Figure.PodRejected _,
                    Figure.MirrorsKnown _ -> {}
        }
        meter.tell(figure);
    }

    /// The containers of a pod wait for those before them to end.
    private void ended(Figure.ContainerEnded ended) {
        if (ended.type() == ContainerType.INIT_CONTAINER && !ended.sidecar()) {
            change(ended.pod(), start -> start.ran(ended.ran().orElse(Duration.ZERO)));
        }
    }

    private synchronized void change(PodUid pod, UnaryOperator<PodStart> change) {
        starts.computeIfPresent(pod, (_, start) -> change.apply(start));
    }

    /// All pods of this node as the API server has them.
    public void heard(List<Pod> pods) {
        var now = execution.now();
        started(pods, now).forEach(meter::tell);
    }

    /// Each word of the server brings all pods, and all but one of them are those of before.
    private synchronized List<Figure.PodStarted> started(List<Pod> pods, Instant now) {
        var figures = new ArrayList<Figure.PodStarted>();
        var newest = Collections.<Pod>newSetFromMap(new IdentityHashMap<>(2 * pods.size()));
        for (var pod : pods) {
            newest.add(pod);
            if (!heard.remove(pod)) {
                look(pod, now).ifPresent(figures::add);
            }
        }
        var otherOrGone =
                heard.stream().map(StartMeter::uid).collect(Collectors.toCollection(HashSet::new));
        if (!otherOrGone.isEmpty()) {
            newest.forEach(pod -> otherOrGone.remove(uid(pod)));
            starts.keySet().removeAll(otherOrGone);
        }
        heard = newest;
        return figures;
    }

    /// What the server shows of one pod: whether its start is worth following, or over.
    private Optional<Figure.PodStarted> look(Pod pod, Instant now) {
        var uid = uid(pod);
        var start = Optional.ofNullable(starts.get(uid));
        switch (StartCalculator.calculate(pod, start, now)) {
            case StartCalculator.Verdict.Ignored _ -> starts.remove(uid);
            case StartCalculator.Verdict.Followed(var next) -> {
                if (start.isPresent() || starts.size() < MOST) {
                    starts.put(uid, next);
                }
            }
            case StartCalculator.Verdict.Over(var figure) -> {
                starts.remove(uid);
                return Optional.of(figure);
            }
        }
        return Optional.empty();
    }

    private static PodUid uid(Pod pod) {
        return new PodUid(pod.getMetadata().getUid());
    }
}
