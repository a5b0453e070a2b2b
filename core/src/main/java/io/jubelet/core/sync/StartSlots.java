package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.waiting.StartQueued;
import io.jubelet.log.Log;
import io.jubelet.model.pod.PodNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Lets few pods at a time have the runtime start something: a runtime that starts a hundred pods
/// at once has all of them ready at the end, one that starts them in order has half of them ready
/// at half time. Who has a sandbox goes before who has none; else first come, first served.
///
/// A slot is held during the runtime's calls alone. A call that takes too long loses it, so that
/// no stuck pod keeps others waiting; static and critical pods need none.
///
/// Owner of both collections, which the lock guards; it is held for no call. Thread: any.
final class StartSlots {
    private static final Log LOG = Log.of(StartSlots.class);

    /// Longer than this no healthy call takes, and no slot is held.
    static final Duration OVERDUE = Duration.ofSeconds(10);

    /// So much earlier than it came a pod counts that has its sandbox: it passes the others, but
    /// nobody waits for ever.
    private static final Duration LEAD = Duration.ofMinutes(1);

    private final Execution execution;
    private final int slots;
    private final List<Place> held = new ArrayList<>();
    private final TreeSet<Place> queue =
            new TreeSet<>(
                    Comparator.comparing((Place place) -> place.order)
                            .thenComparingLong(place -> place.number));
    private long asked;

    StartSlots(Execution execution, int slots) {
        this.execution = execution;
        this.slots = slots;
    }

    /// What a pod wants a slot for.
    enum Step {
        SANDBOX,
        CONTAINER
    }

    /// A slot, until it is closed.
    interface Slot extends AutoCloseable {
        @Override
        void close();
    }

    /// One pod's place, in the queue or in a slot.
    private static final class Place {
        private final DesiredPod pod;
        private final Tick order;
        private final long number;
        private final Runnable wake;
        private Optional<Tick> since = Optional.empty();

        Place(DesiredPod pod, Tick order, long number, Runnable wake) {
            this.pod = pod;
            this.order = order;
            this.number = number;
            this.wake = wake;
        }
    }

    /// Waits for a slot; empty when the pod's end was asked for meanwhile.
    Optional<Slot> take(DesiredPod pod, Step step, SyncTurn.Monitor monitor) {
        if (PodNames.isCritical(pod.pod())) {
            return Optional.of(() -> {});
        }
        var place = queue(pod, step, monitor);
        var waited = false;
        while (!holds(place) && !monitor.endRequested()) {
            if (!waited) {
                monitor.waitsFor(Optional.of(new StartQueued(ahead(place))));
            }
            waited = true;
            monitor.await(untilOverdue());
            moveUp();
        }
        if (waited) {
            monitor.waitsFor(Optional.empty());
            // News that ended one of the waits above is news for the next turn too.
            monitor.wake();
        }
        if (!holds(place)) {
            giveBack(place);
            return Optional.empty();
        }
        return Optional.of(() -> giveBack(place));
    }

    private Place queue(DesiredPod pod, Step step, SyncTurn.Monitor monitor) {
        Place place;
        synchronized (this) {
            var now = execution.tick();
            var order =
                    switch (step) {
                        case SANDBOX -> now;
                        case CONTAINER -> now.plus(LEAD.negated());
                    };
            place = new Place(pod, order, asked++, monitor::wake);
            queue.add(place);
        }
        moveUp();
        return place;
    }

    private synchronized boolean holds(Place place) {
        return place.since.isPresent();
    }

    private synchronized int ahead(Place place) {
        return queue.headSet(place).size() + held.size();
    }

    /// How long until a slot is lost by who holds it.
    private synchronized Duration untilOverdue() {
        var now = execution.tick();
        return held.stream()
                .flatMap(place -> place.since.stream())
                .min(Tick::compareTo)
                .map(since -> now.until(since.plus(OVERDUE)))
                .filter(Duration::isPositive)
                .orElse(OVERDUE);
    }

    private void giveBack(Place place) {
        synchronized (this) {
            queue.remove(place);
            held.remove(place);
        }
        moveUp();
    }

    /// Gives every free slot to who is next.
    private void moveUp() {
        List<Place> next;
        List<Place> lost;
        synchronized (this) {
            var now = execution.tick();
            lost = held.stream().filter(place -> isOverdue(place, now)).toList();
            held.removeAll(lost);
            next = new ArrayList<>();
            while (held.size() < slots && !queue.isEmpty()) {
                var first = queue.removeFirst();
                first.since = Optional.of(now);
                held.add(first);
                next.add(first);
            }
        }
        lost.forEach(
                place ->
                        LOG.warning(
                                "The runtime takes long to start something; others need not wait",
                                "pod",
                                place.pod.identity()));
        next.forEach(place -> place.wake.run());
    }

    private static boolean isOverdue(Place place, Tick now) {
        return place.since.filter(since -> !now.isBefore(since.plus(OVERDUE))).isPresent();
    }
}
