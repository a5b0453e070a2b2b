package io.jubelet.core.volume;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.volume.PodVolumes.Placed;
import io.jubelet.core.volume.PodVolumes.State;
import io.jubelet.core.volume.VolumeState.Absent;
import io.jubelet.core.volume.VolumeState.Mounted;
import io.jubelet.core.volume.VolumeState.Retry;
import io.jubelet.core.waiting.VolumeNotMounted;
import io.jubelet.core.waiting.VolumeStillMounted;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// What is known of every pod's volumes: the one place where that is kept. Bounded by the pods that
/// have a worker.
///
/// Thread: any; the monitor guards the map and is never held while somebody is told.
final class VolumeTable {
    private final Execution execution;
    private final Tick begin;
    private final Consumer<Set<PodUid>> poke;
    private final Map<PodUid, Entry> entries = new HashMap<>();

    /// @param poke told of pods that need not wait any longer
    VolumeTable(Execution execution, Consumer<Set<PodUid>> poke) {
        this.execution = execution;
        this.begin = execution.tick();
        this.poke = poke;
    }

    /// @param working whether a thread has this pod
    /// @param waiting whether the pod's worker was told to wait
    private record Entry(PodRecord record, boolean working, boolean waiting) {
        static final Entry NEW = new Entry(PodRecord.unknown(), false, false);

        Entry with(PodRecord changed) {
            return new Entry(changed, working, waiting);
        }
    }

    /// How long volumes have been looked after.
    Duration uptime() {
        return uptimeAt(execution.tick());
    }

    Duration uptimeAt(Tick moment) {
        return begin.until(moment);
    }

    synchronized State want(DesiredPod pod) {
        var entry = entries.getOrDefault(pod.uid(), Entry.NEW);
        var record = entry.record().wanted(pod);
        var ready = VolumePlanner.isReady(record);
        entries.put(pod.uid(), new Entry(record, entry.working(), !ready));
        return ready
                ? new State.Ready(placed(record))
                : new State.NotYet(missing(record), VolumePlanner.isUntried(record));
    }

    private static Map<String, Placed> placed(PodRecord record) {
        var placed = new TreeMap<String, Placed>();
        record.volumes()
                .forEach(
                        (name, state) -> {
                            switch (state) {
                                case Mounted mounted -> placed.put(name, mounted.placed());
                                case Absent _ -> {}
                            }
                        });
        return placed;
    }

    private List<Wait.Planned> missing(PodRecord record) {
        var waits = new ArrayList<Wait.Planned>();
        new TreeMap<>(record.volumes())
                .forEach(
                        (name, state) -> {
                            switch (state) {
                                case Mounted _ -> {}
                                case Absent(var detail, var problem, var retry) ->
                                        waits.add(
                                                planned(
                                                        new VolumeNotMounted(name, detail, problem),
                                                        retry.or(record::scanRetry)));
                            }
                        });
        return waits;
    }

    private Wait.Planned planned(WaitReason reason, Optional<Retry> retry) {
        return retry.map(wait -> wait.until().minus(uptime()))
                .map(left -> Wait.Planned.until(reason, execution.now().plus(left)))
                .orElseGet(() -> Wait.Planned.untilEvent(reason));
    }

    synchronized List<Wait.Planned> release(PodUid pod) {
        var entry = entries.getOrDefault(pod, Entry.NEW);
        var record = entry.record().release();
        var clear = VolumePlanner.isClear(record) && !entry.working();
        entries.put(pod, new Entry(record, entry.working(), !clear));
        if (clear) {
            return List.of();
        }
        var waits = new ArrayList<Wait.Planned>();
        VolumePlanner.leftovers(record)
                .forEach(
                        (name, left) ->
                                waits.add(
                                        planned(
                                                new VolumeStillMounted(name, left.detail()),
                                                left.retry())));
        if (waits.isEmpty()) {
            waits.add(Wait.Planned.untilEvent(new VolumeStillMounted("", "a mount is under way")));
        }
        return waits;
    }

    synchronized void forget(PodUid pod) {
        entries.remove(pod);
    }

    synchronized void objectsChanged(PodUid pod) {
        entries.computeIfPresent(
                pod,
                (_, entry) ->
                        entry.record().pod().isEmpty()
                                ? entry
                                : entry.with(entry.record().objectsChanged()));
    }

    /// Whether there is something to do for the pod and nobody does it: then the caller must.
    synchronized boolean beginWork(PodUid pod) {
        var entry = entries.get(pod);
        if (entry == null
                || entry.working()
                || VolumePlanner.next(entry.record(), uptime()).isEmpty()) {
            return false;
        }
        entries.put(pod, new Entry(entry.record(), true, entry.waiting()));
        return true;
    }

    /// What the pod's thread does next; when that is nothing its work is over, and the pod's worker
    /// is told if it waits.
    Optional<VolumeStep> next(PodUid pod) {
        var over = over(pod);
        if (over.step().isEmpty() && over.waiting()) {
            poke.accept(Set.of(pod));
        }
        return over.step();
    }

    private record Next(Optional<VolumeStep> step, boolean waiting) {}

    private synchronized Next over(PodUid pod) {
        var entry = entries.get(pod);
        if (entry == null) {
            return new Next(Optional.empty(), false);
        }
        var step = VolumePlanner.next(entry.record(), uptime());
        if (step.isEmpty()) {
            entries.put(pod, new Entry(entry.record(), false, entry.waiting()));
        }
        return new Next(step, entry.waiting());
    }

    /// Writes down what the pod's thread has done.
    synchronized void change(PodUid pod, UnaryOperator<PodRecord> change) {
        entries.computeIfPresent(pod, (_, entry) -> entry.with(change.apply(entry.record())));
    }
}
