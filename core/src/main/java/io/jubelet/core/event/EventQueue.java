package io.jubelet.core.event;

import io.jubelet.api.core.Event;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import java.util.ArrayDeque;
import java.util.Optional;

/// Events on their way to the API server, oldest first. When it is full, what comes is dropped: who
/// records an event never waits. The lock is held for one change of the queue.
///
/// Thread: filled by any, emptied by the sink.
/// Upstream: apimachinery watch.Broadcaster with DropIfChannelFull, 1000 long.
final class EventQueue {
    static final int MOST = 1000;

    private final ArrayDeque<Event> events = new ArrayDeque<>();
    private final Signal filled;
    private int dropped;

    EventQueue(Execution execution) {
        this.filled = execution.signal("event-sink");
    }

    /// Whether there was room.
    boolean offer(Event event) {
        synchronized (this) {
            if (events.size() >= MOST) {
                dropped++;
                return false;
            }
            events.add(event);
        }
        filled.raise();
        return true;
    }

    synchronized Optional<Event> poll() {
        return Optional.ofNullable(events.poll());
    }

    /// How many were dropped since this was last asked.
    synchronized int takeDropped() {
        var taken = dropped;
        dropped = 0;
        return taken;
    }

    void await() {
        filled.await();
    }
}
