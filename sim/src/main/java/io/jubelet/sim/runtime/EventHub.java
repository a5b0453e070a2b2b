package io.jubelet.sim.runtime;

import io.jubelet.core.execution.Signal;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.RuntimeCallException.Code;
import io.jubelet.core.runtime.RuntimeEvent;
import io.jubelet.core.runtime.RuntimeEvent.Kind;
import io.jubelet.sim.runtime.RuntimeFact.ContainerCreated;
import io.jubelet.sim.runtime.RuntimeFact.ContainerExited;
import io.jubelet.sim.runtime.RuntimeFact.ContainerRemoved;
import io.jubelet.sim.runtime.RuntimeFact.ContainerStarted;
import io.jubelet.sim.runtime.RuntimeFact.SandboxRemoved;
import io.jubelet.sim.runtime.RuntimeFact.SandboxStarted;
import io.jubelet.sim.runtime.RuntimeFact.SandboxStopped;
import io.jubelet.sim.schedule.Timeline;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// The runtime's stream of events to whoever listens. A slow listener loses the oldest.
///
/// Thread: `publish` and `breakAll` in effects; `deliver` on the listener's own.
final class EventHub {
    private static final int KEPT = 1_000;

    private final Timeline timeline;
    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    private volatile boolean supported = true;

    EventHub(Timeline timeline) {
        this.timeline = timeline;
    }

    void unsupported() {
        supported = false;
    }

    Subscriber subscribe() {
        if (!supported) {
            throw new RuntimeCallException(
                    "GetContainerEvents", Code.UNIMPLEMENTED, "unknown method GetContainerEvents");
        }
        var subscriber = new Subscriber(timeline.signal("container-events"));
        subscribers.add(subscriber);
        return subscriber;
    }

    void publish(RuntimeFact fact) {
        fact.sandbox()
                .owner()
                .map(pod -> event(pod.uid(), fact))
                .ifPresent(event -> subscribers.forEach(s -> s.offer(event)));
    }

    private static RuntimeEvent event(PodUid pod, RuntimeFact fact) {
        return switch (fact) {
            case SandboxStarted(var it) -> new RuntimeEvent(pod, it.id().value(), Kind.STARTED);
            case SandboxStopped(var it, _) -> new RuntimeEvent(pod, it.id().value(), Kind.STOPPED);
            case SandboxRemoved(var it) -> new RuntimeEvent(pod, it.id().value(), Kind.DELETED);
            case ContainerCreated(var it) -> new RuntimeEvent(pod, it.id().value(), Kind.CREATED);
            case ContainerStarted(var it) -> new RuntimeEvent(pod, it.id().value(), Kind.STARTED);
            case ContainerExited(var it, _) -> new RuntimeEvent(pod, it.id().value(), Kind.STOPPED);
            case ContainerRemoved(var it) -> new RuntimeEvent(pod, it.id().value(), Kind.DELETED);
        };
    }

    void breakAll() {
        subscribers.forEach(Subscriber::cut);
        subscribers.clear();
    }

    void deliver(Subscriber subscriber, Consumer<RuntimeEvent> sink) {
        try {
            while (true) {
                subscriber.more.await();
                for (var e = subscriber.queue.poll(); e != null; e = subscriber.queue.poll()) {
                    sink.accept(e);
                }
                if (subscriber.cut) {
                    throw new RuntimeCallException(
                            "GetContainerEvents",
                            Code.UNAVAILABLE,
                            "error reading from server: EOF");
                }
            }
        } finally {
            subscribers.remove(subscriber);
        }
    }

    /// One open stream.
    static final class Subscriber {
        private final Signal more;
        private final ConcurrentLinkedQueue<RuntimeEvent> queue = new ConcurrentLinkedQueue<>();
        private volatile boolean cut;

        Subscriber(Signal more) {
            this.more = more;
        }

        private void offer(RuntimeEvent event) {
            queue.add(event);
            if (queue.size() > KEPT) {
                queue.poll();
            }
            more.raise();
        }

        private void cut() {
            cut = true;
            more.raise();
        }
    }
}
