package io.jubelet.sim.cluster;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.execution.Signal;
import io.jubelet.sim.schedule.Timeline;
import io.jubelet.sim.schedule.Timeline.Timer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// One open watch. What happens reaches its reader in order and a little later.
///
/// Thread: `next` by its one reader, `close` by any, all else in effects. The fields are under its
/// monitor.
final class FakeWatch<T extends Message> implements ObjectWatch<T> {
    private static final Duration BOOKMARKS = Duration.ofMinutes(1);

    private final ApiResource<T> resource;
    private final Selection selection;
    private final Timeline timeline;
    private final Supplier<Duration> latency;
    private final Supplier<String> newest;
    private final Runnable onClose;
    private final Signal more;
    private final ArrayDeque<ObjectEvent<T>> inTransit = new ArrayDeque<>();
    private final ArrayDeque<ObjectEvent<T>> arrived = new ArrayDeque<>();
    private Optional<ApiCallException> broken = Optional.empty();
    private Optional<Timer> bookmark = Optional.empty();
    private Optional<Timer> end = Optional.empty();
    private boolean ended;

    FakeWatch(
            ApiResource<T> resource,
            Selection selection,
            Timeline timeline,
            Supplier<Duration> latency,
            Supplier<String> newest,
            Consumer<FakeWatch<T>> onClose) {
        this.resource = resource;
        this.selection = selection;
        this.timeline = timeline;
        this.latency = latency;
        this.newest = newest;
        this.onClose = () -> onClose.accept(this);
        this.more = timeline.signal("watch " + resource);
    }

    /// The server ends it after `atMost` and sends a bookmark every minute.
    synchronized void run(Duration atMost) {
        end = Optional.of(timeline.after(atMost, "end of watch", this::end));
        bookmark = Optional.of(timeline.after(BOOKMARKS, "bookmark", this::sendBookmark));
    }

    private void sendBookmark() {
        // Read before the monitor is taken: who tells us of changes holds the model's first.
        var version = newest.get();
        synchronized (this) {
            if (!isOver()) {
                send(new ObjectEvent.Bookmark<>(version));
                bookmark = Optional.of(timeline.after(BOOKMARKS, "bookmark", this::sendBookmark));
            }
        }
    }

    void tell(ClusterModel.Change change) {
        change.seenBy(resource, selection).ifPresent(this::send);
    }

    private synchronized void send(ObjectEvent<T> event) {
        if (!isOver()) {
            inTransit.addLast(event);
            timeline.after(latency.get(), "watch event", this::arrive);
        }
    }

    /// The oldest under way arrives, whichever timer was first: a stream keeps its order.
    private void arrive() {
        synchronized (this) {
            var event = inTransit.pollFirst();
            if (event != null && broken.isEmpty()) {
                arrived.addLast(event);
            }
        }
        more.raise();
    }

    /// The server ends the watch in the proper way.
    void end() {
        synchronized (this) {
            arrived.addAll(inTransit);
            inTransit.clear();
            ended = true;
        }
        stopTimers();
        more.raise();
    }

    /// The stream ends in an error; what was under way is lost.
    void fail(ApiCallException why) {
        synchronized (this) {
            broken = Optional.of(why);
            inTransit.clear();
        }
        stopTimers();
        more.raise();
    }

    private synchronized boolean isOver() {
        return ended || broken.isPresent();
    }

    private void stopTimers() {
        onClose.run();
        Optional<Timer> one;
        Optional<Timer> other;
        synchronized (this) {
            one = bookmark;
            other = end;
        }
        one.ifPresent(Timer::cancel);
        other.ifPresent(Timer::cancel);
    }

    @Override
    public Next<T> next(Duration atMost) {
        var deadline = timeline.tick().plus(atMost);
        while (true) {
            var found = look();
            if (found.isPresent()) {
                return found.get();
            }
            var left = timeline.tick().until(deadline);
            if (!left.isPositive()) {
                return new Next.Nothing<>();
            }
            more.await(left);
        }
    }

    private synchronized Optional<Next<T>> look() {
        var event = arrived.pollFirst();
        if (event != null) {
            return Optional.of(new Next.Event<>(event));
        }
        if (broken.isPresent()) {
            throw broken.get();
        }
        return ended ? Optional.of(new Next.Ended<>()) : Optional.empty();
    }

    @Override
    public void close() {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            arrived.clear();
            inTransit.clear();
        }
        stopTimers();
        more.raise();
    }
}
