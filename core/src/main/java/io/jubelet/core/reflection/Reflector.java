package io.jubelet.core.reflection;

import com.google.protobuf.Message;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ClusterApi.Staleness;
import io.jubelet.core.cluster.ObjectEvent;
import io.jubelet.core.cluster.ObjectWatch;
import io.jubelet.core.cluster.ObjectWatch.Next;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.reflection.RetryPolicy.BackOff;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/// A list of the API server that is kept true: read once, then followed by watching. It never gives
/// up and never forgets what it knew before it knows better.
///
/// ```
///   list ──▶ watch ──ended, broken──▶ watch on from the last version
///    ▲         │
///    ╰── 410 ──╯      any failed call: wait 0.8 s → 30 s (and up to as much again), then go on
/// ```
/// One object that is denied is asked for sooner at first, and without a word: see
/// [ReflectionTimes].
///
/// Owner of its snapshot. Thread: its own, `reflect <what>`; `close` and `current` from any.
/// Upstream: client-go tools/cache/reflector.go.
public final class Reflector<T extends Message> implements AutoCloseable {
    private static final Log LOG = Log.of(Reflector.class);

    /// A watch that breaks sooner than this without a word is a failure like any other.
    private static final Duration VERY_SHORT = Duration.ofSeconds(1);

    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final int BURST = 1_000;

    private final Execution execution;
    private final ClusterApi api;
    private final Outages outages;
    private final Subject<T> subject;
    private final Listener<T> listener;
    private final Signal wake;

    private Staleness staleness = Staleness.ANY;
    private boolean relist = true;
    private BackOff backOff = BackOff.NONE;
    private volatile Optional<Snapshot<T>> current = Optional.empty();
    private volatile Optional<ObjectWatch<T>> watch = Optional.empty();
    private volatile boolean closed;

    /// What is reflected.
    ///
    /// @param what its name in threads and the log, such as `pods` or `secret default/key`
    /// @param thread a service's for what a node has once, a pod's for what it has many of
    /// @param succession what is kept of an object's next version, beside the one before
    public record Subject<T extends Message>(
            ApiResource<T> resource,
            Selection selection,
            String what,
            ThreadKind thread,
            ReflectionTimes times,
            BinaryOperator<T> succession) {
        public Subject(
                ApiResource<T> resource,
                Selection selection,
                String what,
                ThreadKind thread,
                ReflectionTimes times) {
            this(resource, selection, what, thread, times, (_, now) -> now);
        }

        /// Of what a node has one list.
        public static <T extends Message> Subject<T> ofNode(
                ApiResource<T> resource, Selection selection, String what) {
            return new Subject<>(
                    resource, selection, what, ThreadKind.SERVICE, ReflectionTimes.STANDARD);
        }

        public Subject<T> succeeding(BinaryOperator<T> succession) {
            return new Subject<>(resource, selection, what, thread, times, succession);
        }
    }

    /// Who is told, on the reflector's thread.
    @FunctionalInterface
    public interface Listener<T extends Message> {
        /// The objects as they are now; also when they were read anew and are the same.
        void changed(Snapshot<T> objects);

        /// A list or watch failed; it is tried again.
        default void failed(ApiCallException failure) {}
    }

    public Reflector(
            Execution execution,
            ClusterApi api,
            Outages outages,
            Subject<T> subject,
            Listener<T> listener) {
        this.execution = execution;
        this.api = api;
        this.outages = outages;
        this.subject = subject;
        this.listener = listener;
        this.wake = execution.signal("reflect " + subject.what());
    }

    public void start() {
        execution.start(subject.thread(), "reflect " + subject.what(), this::run);
    }

    /// What was heard last; empty until the first list.
    public Optional<Snapshot<T>> current() {
        return current;
    }

    /// Ends it, soon: the listener may be called once more.
    @Override
    public void close() {
        closed = true;
        wake.raise();
        watch.ifPresent(ObjectWatch::close);
        outages.forget(subject.what());
    }

    private void run() {
        while (!closed) {
            try {
                if (relist) {
                    list();
                }
                follow();
            } catch (ApiCallException failure) {
                retry(failure);
            } catch (RuntimeException bug) {
                LOG.error(bug, "Could not handle what was heard", "what", subject.what());
                retry(new ApiCallException(Code.FAILED, "handling failed", bug));
            }
        }
        outages.forget(subject.what());
    }

    private void list() {
        var list = api.list(subject.resource(), subject.selection(), staleness);
        relist = false;
        staleness = Staleness.NEWEST;
        publish(SnapshotTransitions.listed(current, list, subject.succession()));
    }

    private void publish(Snapshot<T> snapshot) {
        current = Optional.of(snapshot);
        if (!closed) {
            listener.changed(snapshot);
        }
    }

    private void follow() {
        var snapshot = current.orElseThrow();
        var atMost = subject.times().watch();
        var asked = atMost.plusNanos((long) (atMost.toNanos() * execution.random()));
        try (var open =
                api.watch(subject.resource(), subject.selection(), snapshot.version(), asked)) {
            watch = Optional.of(open);
            if (closed) {
                return;
            }
            read(open, execution.tick(), asked);
        } finally {
            watch = Optional.empty();
        }
    }

    /// Hands on what the watch says until it ends. One that has lived a while and breaks is simply
    /// opened again.
    private void read(ObjectWatch<T> open, Tick opened, Duration asked) {
        // A connection that died in silence must not keep us from the truth for ever.
        var latest = opened.plus(asked).plus(LOOK);
        var heard = false;
        while (!closed && execution.tick().isBefore(latest)) {
            try {
                var next = open.next(heard ? LOOK : VERY_SHORT);
                if (next instanceof Next.Ended<T> && !heard) {
                    throw new ApiCallException(Code.UNREACHABLE, "very short watch");
                }
                heard = heardFirst(heard);
                if (next instanceof Next.Event<T>(var event)) {
                    next = take(open, event);
                }
                if (next instanceof Next.Ended<T>) {
                    return;
                }
            } catch (ApiCallException broken) {
                if (heard && RetryPolicy.after(broken.code()) == RetryPolicy.Next.WATCH_ON) {
                    LOG.v(2).info("A watch broke", "what", subject.what(), "why", broken.reason());
                    return;
                }
                throw broken;
            }
        }
    }

    private boolean heardFirst(boolean before) {
        if (!before) {
            outages.succeeded(subject.what());
        }
        return true;
    }

    /// Takes along what else is there already, so that a burst is one change; answers what came
    /// after it.
    private Next<T> take(ObjectWatch<T> open, ObjectEvent<T> first) {
        var events = new ArrayList<ObjectEvent<T>>(List.of(first));
        try {
            while (events.size() < BURST) {
                var next = open.next(Duration.ZERO);
                if (!(next instanceof Next.Event<T>(var event))) {
                    return next;
                }
                events.add(event);
            }
            return new Next.Nothing<>();
        } finally {
            // What came before a stream broke is as true as ever.
            var after =
                    SnapshotTransitions.after(current.orElseThrow(), events, subject.succession());
            if (SnapshotTransitions.tellNews(events)) {
                publish(after);
            } else {
                current = Optional.of(after);
            }
        }
    }

    private void retry(ApiCallException failure) {
        if (closed) {
            return;
        }
        if (RetryPolicy.after(failure.code()) == RetryPolicy.Next.LIST_NEWEST) {
            relist = true;
        }
        var step =
                RetryPolicy.next(
                        backOff,
                        subject.times(),
                        execution.tick().nanos(),
                        execution.random(),
                        failure);
        if (failure.code() == Code.EXPIRED) {
            LOG.v(2).info("A watch's version is too old, listing", "what", subject.what());
        } else if (step.soon()) {
            LOG.v(2).info("Not allowed yet", "what", subject.what(), "why", failure.reason());
        } else {
            outages.failed(subject.what(), failure);
            listener.failed(failure);
        }
        backOff = step.then();
        wake.await(step.delay());
    }
}
