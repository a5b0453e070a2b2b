package io.jubelet.core.volume;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.event.EventSubject;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.VolumeFiles;
import io.jubelet.core.host.VolumeFiles.Place;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.volume.PodRecord.Leftover;
import io.jubelet.core.volume.VolumeState.Absent;
import io.jubelet.core.volume.VolumeState.Mounted;
import io.jubelet.core.volume.VolumeState.Retry;
import io.jubelet.core.waiting.ObjectProblem;
import io.jubelet.core.waiting.Wait;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Makes and clears away the volumes of pods: one pod's steps one after another, different pods
/// side by side, so that a mount that hangs holds up its own pod alone.
///
/// Thread: asked from any; the steps of a pod run on a virtual thread `volumes <uid>` that lives
/// while there is something to do. Host calls and their threads are bounded by the port.
/// Upstream: pkg/kubelet/volumemanager.
public final class VolumeManager implements PodVolumes {
    private static final Log LOG = Log.of(VolumeManager.class);

    private final Execution execution;
    private final VolumeFiles files;
    private final ObjectLookup objects;
    private final NodeSetting node;
    private final EventRecorder events;
    private final VolumeTable table;

    /// @param poke told of pods that need not wait any longer
    public VolumeManager(
            Execution execution,
            VolumeFiles files,
            ObjectLookup objects,
            NodeSetting node,
            EventRecorder events,
            Consumer<Set<PodUid>> poke) {
        this.execution = execution;
        this.files = files;
        this.objects = objects;
        this.node = node;
        this.events = events;
        this.table = new VolumeTable(execution, poke);
    }

    @Override
    public State want(DesiredPod pod) {
        var answer = table.want(pod);
        work(pod.uid());
        return switch (answer) {
            case State.Ready ready -> ready;
            case State.NotYet(var waits, var untried) ->
                    new State.NotYet(waits, untried && atHand(pod));
        };
    }

    private boolean atHand(DesiredPod pod) {
        var later = new TokensLater(objects);
        return pod.pod().getSpec().getVolumesList().stream()
                .allMatch(
                        volume ->
                                VolumeKind.of(volume) instanceof VolumeKind.Own own
                                        && (!own.content()
                                                || VolumeContent.collect(
                                                                pod,
                                                                volume,
                                                                node.allocatable(),
                                                                later)
                                                        instanceof VolumeContent.Result.Complete));
    }

    @Override
    public List<Wait.Planned> release(PodUid pod) {
        var left = table.release(pod);
        work(pod);
        return left;
    }

    @Override
    public void forget(PodUid pod) {
        table.forget(pod);
    }

    /// Objects that these pods name have changed: their volumes follow.
    public void objectsChanged(Set<PodUid> pods) {
        for (var pod : pods) {
            table.objectsChanged(pod);
            work(pod);
        }
    }

    /// Starts the pod's thread unless it runs or has nothing to do.
    private void work(PodUid pod) {
        if (table.beginWork(pod)) {
            execution.start(ThreadKind.POD, "volumes " + pod, () -> run(pod));
        }
    }

    private void run(PodUid pod) {
        for (var step = table.next(pod); step.isPresent(); step = table.next(pod)) {
            switch (step.get()) {
                case VolumeStep.Scan _ -> scan(pod);
                case VolumeStep.Make make -> make(make);
                case VolumeStep.Remove remove -> remove(pod, remove.place());
            }
        }
    }

    private void scan(PodUid pod) {
        try {
            var found = files.find(pod);
            var places = new TreeMap<Place, Leftover>();
            found.forEach(each -> places.put(each.place(), Leftover.UNTRIED));
            table.change(pod, record -> record.scanned(places, adopted(pod, record, found)));
        } catch (HostCallException failure) {
            LOG.warning("Cannot look for volumes", "podUID", pod, "reason", failure.reason());
            table.change(pod, record -> record.scanFailed(Retry.after(record.scanRetry(), now())));
        }
    }

    /// What an agent before this one made is taken over as it is, and brought up to date later.
    private Map<String, VolumeState> adopted(
            PodUid pod, PodRecord record, List<VolumeFiles.Found> found) {
        var adopted = new TreeMap<String, VolumeState>();
        record.pod().stream()
                .flatMap(desired -> desired.pod().getSpec().getVolumesList().stream())
                .forEach(
                        volume -> {
                            if (VolumeKind.of(volume) instanceof VolumeKind.Own own) {
                                var place = new Place(own.plugin(), volume.getName());
                                if (found.contains(new VolumeFiles.Found(place, true))) {
                                    adopted.put(
                                            volume.getName(),
                                            new Mounted(
                                                    placed(pod, place, own),
                                                    own.content(),
                                                    Optional.empty(),
                                                    Optional.empty()));
                                }
                            }
                        });
        return adopted;
    }

    private Placed placed(PodUid pod, Place place, VolumeKind.Own kind) {
        return new Placed(files.path(pod, place), kind.content());
    }

    private void make(VolumeStep.Make step) {
        try {
            switch (VolumeKind.of(step.volume())) {
                case VolumeKind.HostPath(var path, var type) -> {
                    files.checkHostPath(step.pod().uid(), path, type);
                    made(step, new Placed(path, false), Optional.empty(), Optional.empty());
                }
                case VolumeKind.Own own -> makeOwn(step, own);
                // The runtime makes it with each container that mounts it.
                case VolumeKind.Image _ ->
                        made(step, new Placed("", true), Optional.empty(), Optional.empty());
                case VolumeKind.Unsupported(var field) ->
                        failed(step, "not supported yet: " + field, Optional.empty());
            }
        } catch (HostCallException failure) {
            failed(step, failure.reason(), Optional.empty());
        }
    }

    private void makeOwn(VolumeStep.Make step, VolumeKind.Own kind) {
        if (!kind.content()) {
            setUp(step, kind, Optional.empty(), Optional.empty());
            return;
        }
        var content = VolumeContent.collect(step.pod(), step.volume(), node.allocatable(), objects);
        switch (content) {
            case VolumeContent.Result.Complete(var held, var refreshAt) ->
                    setUp(step, kind, Optional.of(held), refreshAt);
            case VolumeContent.Result.Incomplete(var problem) ->
                    failed(step, problem.message(), Optional.of(problem));
        }
    }

    private void setUp(
            VolumeStep.Make step,
            VolumeKind.Own kind,
            Optional<List<VolumeFiles.ContentFile>> held,
            Optional<Tick> refreshAt) {
        var uid = step.pod().uid();
        var order =
                VolumeOrderCalculator.calculate(
                        step.pod().pod(), step.volume(), kind, held, node.allocatable());
        // Noted before it is made, so that whatever a failure leaves behind is cleared away.
        table.change(
                uid,
                record -> {
                    var name = step.volume().getName();
                    var state = record.volumes().getOrDefault(name, Absent.UNTRIED);
                    return record.with(name, state, Optional.of(order.place()));
                });
        files.setUp(uid, order);
        made(
                step,
                placed(uid, order.place(), kind),
                refreshAt.map(table::uptimeAt),
                Optional.of(order.place()));
    }

    /// Content that grew stale while it was made is made once more.
    private void made(
            VolumeStep.Make step,
            Placed placed,
            Optional<Duration> refreshAt,
            Optional<Place> place) {
        table.change(
                step.pod().uid(),
                record ->
                        record.with(
                                step.volume().getName(),
                                new Mounted(
                                        placed,
                                        record.news() != step.news(),
                                        refreshAt,
                                        Optional.empty()),
                                place));
        LOG.v(3).info("Volume set up", "pod", step.pod().identity(), "volume", nameOf(step));
    }

    private void failed(VolumeStep.Make step, String detail, Optional<ObjectProblem> problem) {
        table.change(
                step.pod().uid(),
                record ->
                        record.with(
                                nameOf(step),
                                failed(record, step, detail, problem),
                                Optional.empty()));
        if (problem.filter(ObjectProblem.Unread.class::isInstance).isPresent()) {
            // Nobody is to blame while the answer is on its way.
            return;
        }
        LOG.warning(
                "Volume not set up",
                "pod",
                step.pod().identity(),
                "volume",
                nameOf(step),
                "reason",
                detail);
        events.warning(
                EventSubject.of(step.pod().pod()),
                "FailedMount",
                "MountVolume.SetUp failed for volume \"" + nameOf(step) + "\" : " + detail);
    }

    /// A volume that is there stays there, whatever becomes of its content.
    private VolumeState failed(
            PodRecord record,
            VolumeStep.Make step,
            String detail,
            Optional<ObjectProblem> problem) {
        var before = record.volumes().getOrDefault(nameOf(step), Absent.UNTRIED);
        // What changed meanwhile may be what was missing.
        var retry =
                record.news() == step.news()
                        ? Optional.of(Retry.after(before.retry(), now()))
                        : Optional.<Retry>empty();
        return switch (before) {
            case Absent _ -> new Absent(detail, problem, retry);
            case Mounted(var placed, _, var refreshAt, _) ->
                    new Mounted(placed, true, refreshAt, retry);
        };
    }

    private static String nameOf(VolumeStep.Make step) {
        return step.volume().getName();
    }

    private void remove(PodUid pod, Place place) {
        try {
            files.tearDown(pod, place);
            table.change(pod, record -> record.without(place, Optional.empty()));
            LOG.v(3).info("Volume removed", "podUID", pod, "volume", place.name());
        } catch (HostCallException failure) {
            LOG.warning(
                    "Volume not removed",
                    "podUID",
                    pod,
                    "volume",
                    place.name(),
                    "reason",
                    failure.reason());
            table.change(
                    pod,
                    record -> {
                        var before = record.found().getOrDefault(place, Leftover.UNTRIED);
                        var retry = Optional.of(Retry.after(before.retry(), now()));
                        return record.without(
                                place, Optional.of(new Leftover(failure.reason(), retry)));
                    });
        }
    }

    private Duration now() {
        return table.uptime();
    }
}
