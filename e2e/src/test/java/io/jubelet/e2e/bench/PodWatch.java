package io.jubelet.e2e.bench;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ClusterApi.Staleness;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.ObjectWatch.Next;
import io.jubelet.core.cluster.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The stopwatch of a run: a watch on one namespace's pods that notes when each of them was first
/// seen to be created, ready, ended, gone. Names must not be used twice.
///
/// Thread: any; notes on a daemon thread of its own.
final class PodWatch implements AutoCloseable {
    private static final Duration WATCH_TIME = Duration.ofHours(1);
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final double NANOS = 1e6;

    private final ClusterApi api;
    private final Selection selection;
    private final Map<String, Map<Mark, Long>> marks = new HashMap<>();
    private final List<Long> writes = new ArrayList<>();
    private String version;
    private ObjectWatch<Pod> watch;
    private Optional<RuntimeException> broken = Optional.empty();
    private boolean closed;

    /// What can be seen of a pod.
    enum Mark {
        CREATED,
        READY,
        /// A container of it is shown as ended.
        ENDED,
        /// Somebody asked for its end.
        DELETING,
        GONE;

        /// All that a pod which is there shows.
        static Set<Mark> of(Pod pod) {
            var shown = EnumSet.of(CREATED);
            if (pod.getStatus().getConditionsList().stream()
                    .filter(condition -> condition.getType().equals("Ready"))
                    .anyMatch(condition -> condition.getStatus().equals("True"))) {
                shown.add(READY);
            }
            if (pod.getStatus().getContainerStatusesList().stream()
                    .anyMatch(container -> container.getState().hasTerminated())) {
                shown.add(ENDED);
            }
            if (pod.getMetadata().hasDeletionTimestamp()) {
                shown.add(DELETING);
            }
            return shown;
        }
    }

    PodWatch(ClusterApi api, String namespace) {
        this.api = api;
        selection = new Selection(namespace, "", "");
        version = api.list(ApiResource.PODS, selection, Staleness.NEWEST).resourceVersion();
        watch = api.watch(ApiResource.PODS, selection, version, WATCH_TIME);
        Thread.ofPlatform().daemon().name("bench-watch").start(this::read);
    }

    private void read() {
        try {
            while (!isClosed()) {
                switch (watch.next(LOOK)) {
                    case Next.Event<Pod>(ObjectEvent<Pod> event) -> note(System.nanoTime(), event);
                    case Next.Nothing<Pod> _ -> {}
                    case Next.Ended<Pod> _ -> again();
                }
            }
        } catch (RuntimeException failure) {
            breakOff(failure);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void again() {
        if (!closed) {
            watch = api.watch(ApiResource.PODS, selection, version, WATCH_TIME);
        }
    }

    private synchronized void breakOff(RuntimeException failure) {
        broken = Optional.of(failure);
        notifyAll();
    }

    private synchronized void note(long at, ObjectEvent<Pod> event) {
        switch (event) {
            case ObjectEvent.Added<Pod>(Pod pod) -> note(at, pod, Mark.of(pod));
            case ObjectEvent.Modified<Pod>(Pod pod) -> {
                writes.add(at);
                note(at, pod, Mark.of(pod));
            }
            case ObjectEvent.Deleted<Pod>(Pod pod) -> note(at, pod, Set.of(Mark.GONE));
            case ObjectEvent.Bookmark<Pod>(String newer) -> version = newer;
        }
        notifyAll();
    }

    private void note(long at, Pod pod, Set<Mark> shown) {
        version = pod.getMetadata().getResourceVersion();
        var seen =
                marks.computeIfAbsent(pod.getMetadata().getName(), _ -> new EnumMap<>(Mark.class));
        shown.forEach(mark -> seen.putIfAbsent(mark, at));
    }

    /// When that was first seen, in [System#nanoTime]; waits for it.
    synchronized long await(String pod, Mark mark, Duration atMost) {
        var end = System.nanoTime() + atMost.toNanos();
        var at = find(pod, mark);
        while (at.isEmpty()) {
            var left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                throw new AssertionError(
                        "waited %d s in vain for pod %s to be %s; seen: %s"
                                .formatted(atMost.toSeconds(), pod, mark, marks.get(pod)));
            }
            try {
                wait(left);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            at = find(pod, mark);
        }
        return at.get();
    }

    /// Milliseconds from the one to the other; waits for both.
    double millis(String pod, Mark from, Mark until, Duration atMost) {
        return (await(pod, until, atMost) - await(pod, from, atMost)) / NANOS;
    }

    private Optional<Long> find(String pod, Mark mark) {
        broken.ifPresent(
                failure -> {
                    throw new IllegalStateException("the watch broke", failure);
                });
        return Optional.ofNullable(marks.get(pod)).map(seen -> seen.get(mark));
    }

    /// How many changes of pods were seen after the one moment and until the other.
    synchronized int writesBetween(long from, long until) {
        return (int) writes.stream().filter(at -> at > from && at <= until).count();
    }

    @Override
    public synchronized void close() {
        closed = true;
        watch.close();
    }
}
