package io.jubelet.core.volume;

import io.jubelet.core.volume.PodRecord.Leftover;
import io.jubelet.core.volume.VolumeState.Absent;
import io.jubelet.core.volume.VolumeState.Mounted;
import io.jubelet.core.volume.VolumeState.Retry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Decides what is done next for one pod's volumes, and when something will be. Pure.
///
/// Upstream: volumemanager/reconciler reconcile.
final class VolumePlanner {
    private VolumePlanner() {}

    /// The next thing to do now, if any.
    static Optional<VolumeStep> next(PodRecord record, Duration now) {
        if (nothingWasEverMade(record)) {
            return Optional.empty();
        }
        if (!record.scanned()) {
            return due(record.scanRetry(), now)
                    ? Optional.of(new VolumeStep.Scan())
                    : Optional.empty();
        }
        return record.released() ? nextRemoval(record, now) : nextMount(record, now);
    }

    /// A pod without volumes needs no look at the disk; of one that we do not know, who knows.
    private static boolean nothingWasEverMade(PodRecord record) {
        return record.pod().isPresent()
                && record.pod().get().pod().getSpec().getVolumesCount() == 0;
    }

    private static Optional<VolumeStep> nextRemoval(PodRecord record, Duration now) {
        return record.found().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(entry -> due(entry.getValue().retry(), now))
                .<VolumeStep>map(entry -> new VolumeStep.Remove(entry.getKey()))
                .findFirst();
    }

    private static Optional<VolumeStep> nextMount(PodRecord record, Duration now) {
        return record.pod().stream()
                .flatMap(
                        pod ->
                                pod.pod().getSpec().getVolumesList().stream()
                                        .filter(volume -> wantsWork(record, volume.getName(), now))
                                        .<VolumeStep>map(
                                                volume ->
                                                        new VolumeStep.Make(
                                                                pod, volume, record.news())))
                .findFirst();
    }

    private static boolean wantsWork(PodRecord record, String volume, Duration now) {
        var state = record.volumes().getOrDefault(volume, Absent.UNTRIED);
        if (!due(state.retry(), now)) {
            return false;
        }
        return switch (state) {
            case Absent _ -> true;
            case Mounted(_, var stale, var refreshAt, _) ->
                    stale || refreshAt.filter(at -> now.compareTo(at) >= 0).isPresent();
        };
    }

    private static boolean due(Optional<Retry> retry, Duration now) {
        return retry.filter(waiting -> !waiting.over(now)).isEmpty();
    }

    /// Whether nothing of a released pod is left.
    static boolean isClear(PodRecord record) {
        return record.released()
                && (nothingWasEverMade(record) || (record.scanned() && record.found().isEmpty()));
    }

    /// Whether every volume of the pod can be given to its containers.
    static boolean isReady(PodRecord record) {
        return !record.released()
                && record.volumes().values().stream().allMatch(Mounted.class::isInstance);
    }

    /// Whether nothing has gone wrong yet with what is not there.
    static boolean isUntried(PodRecord record) {
        return !record.released()
                && record.scanRetry().isEmpty()
                && record.volumes().values().stream()
                        .allMatch(
                                state ->
                                        switch (state) {
                                            case Absent absent -> absent.equals(Absent.UNTRIED);
                                            case Mounted _ -> true;
                                        });
    }

    /// What it is that a released pod still has.
    static Map<String, Leftover> leftovers(PodRecord record) {
        var names = new TreeMap<String, Leftover>();
        record.found().forEach((place, leftover) -> names.put(place.name(), leftover));
        if (!record.scanned()) {
            names.put("", new Leftover("the disk was not looked at yet", record.scanRetry()));
        }
        return names;
    }
}
