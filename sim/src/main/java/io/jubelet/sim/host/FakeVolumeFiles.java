package io.jubelet.sim.host;

import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.VolumeFiles;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Volumes in memory, which outlive the agent. A call that fails may be done, half done or not.
///
/// Thread: any; the map is under its own monitor, for demos on the real clock.
public final class FakeVolumeFiles implements VolumeFiles {
    private final Timeline timeline;
    private final Seeded random;
    private final Map<PodUid, Map<Place, Volume>> pods = new TreeMap<>();
    private volatile int failsOneIn;

    /// @param complete whether it was made to its end
    public record Volume(Order order, boolean complete) {}

    public FakeVolumeFiles(Timeline timeline, Seeded random) {
        this.timeline = timeline;
        this.random = random;
    }

    /// From now on calls fail so often, done or not; zero for never.
    public void faults(int failsOneIn) {
        this.failsOneIn = failsOneIn;
    }

    @Override
    public String path(PodUid pod, Place place) {
        return "/volumes/" + pod + "/" + place.plugin().replace('/', '~') + "/" + place.name();
    }

    @Override
    public List<Found> find(PodUid pod) {
        call("find volumes", () -> {}, () -> {});
        return of(pod).entrySet().stream()
                .map(entry -> new Found(entry.getKey(), entry.getValue().complete()))
                .toList();
    }

    @Override
    public void setUp(PodUid pod, Order order) {
        call("set up volume", () -> put(pod, order, false), () -> put(pod, order, true));
    }

    @Override
    public void tearDown(PodUid pod, Place place) {
        call("tear down volume", () -> {}, () -> remove(pod, place));
    }

    @Override
    public void checkHostPath(PodUid pod, String path, String type) {
        call("check host path", () -> {}, () -> {});
    }

    /// The truth, without a call.
    public synchronized Map<Place, Volume> of(PodUid pod) {
        return new TreeMap<>(pods.getOrDefault(pod, Map.of()));
    }

    /// The pods that have one.
    public synchronized Set<PodUid> pods() {
        return new TreeSet<>(pods.keySet());
    }

    /// The truth about one volume.
    public Optional<Volume> find(PodUid pod, String name) {
        return of(pod).entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private synchronized void put(PodUid pod, Order order, boolean complete) {
        var volumes = pods.computeIfAbsent(pod, _ -> new TreeMap<>());
        var before = volumes.get(order.place());
        volumes.put(
                order.place(),
                new Volume(order, complete || (before != null && before.complete())));
    }

    private synchronized void remove(PodUid pod, Place place) {
        var volumes = pods.getOrDefault(pod, new TreeMap<>());
        volumes.remove(place);
        if (volumes.isEmpty()) {
            pods.remove(pod);
        }
    }

    private void call(String label, Runnable begin, Runnable end) {
        timeline.point(label);
        begin.run();
        timeline.point(label);
        var fails = random.oneIn(failsOneIn);
        if (!fails || random.oneIn(2)) {
            end.run();
        }
        timeline.point(label);
        if (fails) {
            throw new HostCallException(label + ": simulated failure");
        }
    }
}
