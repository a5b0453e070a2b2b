package io.jubelet.core.volume;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.VolumeFiles.Place;
import io.jubelet.core.volume.VolumeState.Retry;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// All that is known of one pod's volumes at one moment.
///
/// @param pod as its worker last had it; empty for one that is only to be cleared away
/// @param released whether nothing of it may be mounted any more
/// @param scanned whether the disk was looked at
/// @param scanRetry when the disk may be looked at again, if that failed
/// @param volumes the pod's own, by name
/// @param news how often the pod or its objects changed; what was made before is stale
/// @param found what lies on the disk, and the reason if it could not be cleared away
record PodRecord(
        Optional<DesiredPod> pod,
        boolean released,
        boolean scanned,
        Optional<Retry> scanRetry,
        Map<String, VolumeState> volumes,
        Map<Place, Leftover> found,
        long news) {
    PodRecord {
        volumes = Map.copyOf(volumes);
        found = Map.copyOf(found);
    }

    /// Something on the disk that is to go.
    record Leftover(String detail, Optional<Retry> retry) {
        static final Leftover UNTRIED = new Leftover("being unmounted", Optional.empty());
    }

    static PodRecord unknown() {
        return new PodRecord(
                Optional.empty(), false, false, Optional.empty(), Map.of(), Map.of(), 0);
    }

    /// The same pod as its worker has it now; content that depends on it grows stale.
    PodRecord wanted(DesiredPod now) {
        var changed = pod.isPresent() && !pod.get().equals(now);
        var next = new TreeMap<String, VolumeState>();
        for (var volume : now.pod().getSpec().getVolumesList()) {
            var state = volumes.getOrDefault(volume.getName(), VolumeState.Absent.UNTRIED);
            var content = VolumeKind.of(volume) instanceof VolumeKind.Own own && own.content();
            next.put(volume.getName(), changed && content ? stale(state) : state);
        }
        return new PodRecord(
                Optional.of(now),
                released,
                scanned,
                scanRetry,
                next,
                found,
                changed ? news + 1 : news);
    }

    /// Objects that the pod names have changed: who waited for one tries again at once.
    PodRecord objectsChanged() {
        var next = new TreeMap<String, VolumeState>();
        for (var volume : pod.map(p -> p.pod().getSpec().getVolumesList()).orElseThrow()) {
            var state = volumes.getOrDefault(volume.getName(), VolumeState.Absent.UNTRIED);
            var content = VolumeKind.of(volume) instanceof VolumeKind.Own own && own.content();
            next.put(volume.getName(), content ? stale(state) : state);
        }
        return new PodRecord(pod, released, scanned, scanRetry, next, found, news + 1);
    }

    private static VolumeState stale(VolumeState state) {
        return switch (state) {
            case VolumeState.Mounted(var placed, _, var refreshAt, _) ->
                    new VolumeState.Mounted(placed, true, refreshAt, Optional.empty());
            case VolumeState.Absent(var detail, var problem, var retry) ->
                    new VolumeState.Absent(
                            detail, problem, problem.isPresent() ? Optional.empty() : retry);
        };
    }

    PodRecord release() {
        return new PodRecord(pod, true, scanned, scanRetry, volumes, found, news);
    }

    PodRecord scanned(Map<Place, Leftover> onDisk, Map<String, VolumeState> adopted) {
        var next = new TreeMap<>(volumes);
        next.putAll(adopted);
        return new PodRecord(pod, released, true, Optional.empty(), next, onDisk, news);
    }

    PodRecord scanFailed(Retry retry) {
        return new PodRecord(pod, released, false, Optional.of(retry), volumes, found, news);
    }

    PodRecord with(String volume, VolumeState state, Optional<Place> place) {
        var states = new TreeMap<>(volumes);
        states.put(volume, state);
        var places = new TreeMap<>(found);
        place.ifPresent(made -> places.put(made, Leftover.UNTRIED));
        return new PodRecord(pod, released, scanned, scanRetry, states, places, news);
    }

    PodRecord without(Place place, Optional<Leftover> left) {
        var places = new TreeMap<>(found);
        places.remove(place);
        left.ifPresent(leftover -> places.put(place, leftover));
        return new PodRecord(pod, released, scanned, scanRetry, volumes, places, news);
    }
}
