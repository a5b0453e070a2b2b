package io.jubelet.core.event;

import io.jubelet.api.core.Event;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.event.EventTally.Verdict;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.log.Log;
import io.jubelet.model.codec.MessageWriter;
import java.time.Duration;

/// Brings events to the API server, one after the other, on a connection of their own.
///
/// Owner of the tally. Thread: its own, `event-sink`; recorded from any, which never waits.
/// Upstream: client-go tools/record/event.go recordToSink.
public final class EventSink implements EventRecorder {
    private static final Log LOG = Log.of(EventSink.class);

    static final int MOST_TRIES = 12;
    static final Duration BETWEEN_TRIES = Duration.ofSeconds(10);

    private final Execution execution;
    private final ClusterApi api;
    private final String node;
    private final EventTally tally = new EventTally();
    private final EventQueue queue;
    private final Signal pause;
    private final Tick begin;

    /// @param api the connection for events alone
    public EventSink(Execution execution, ClusterApi api, String node) {
        this.execution = execution;
        this.api = api;
        this.node = node;
        this.queue = new EventQueue(execution);
        this.pause = execution.signal("event-sink pause");
        this.begin = execution.tick();
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "event-sink", this::run);
    }

    @Override
    public void record(EventSubject subject, EventType type, String reason, String message) {
        EventLog.write(subject, type, reason, message);
        queue.offer(EventObjects.of(subject, type, reason, message, node, execution.now()));
    }

    private void run() {
        while (true) {
            queue.await();
            for (var next = queue.poll(); next.isPresent(); next = queue.poll()) {
                try {
                    bring(next.get());
                } catch (RuntimeException bug) {
                    LOG.error(bug, "An event was lost unexpectedly", "event", about(next.get()));
                }
                reportDropped();
            }
        }
    }

    private void reportDropped() {
        var dropped = queue.takeDropped();
        if (dropped > 0) {
            LOG.warning(
                    "Unable to record event: too many queued events, dropped event",
                    "count",
                    dropped);
        }
    }

    private void bring(Event event) {
        switch (tally.judge(event, execution.now(), begin.until(execution.tick()))) {
            case Verdict.Create create -> insist(create.event(), () -> create(create.event()));
            case Verdict.Count count -> insist(count.event(), () -> count(count.event()));
            case Verdict.Drop _ ->
                    LOG.v(5).info("Too many events about one object", "event", about(event));
        }
    }

    /// Tries until the API server answers, and not for ever.
    private void insist(Event event, Runnable write) {
        for (var tries = 1; ; tries++) {
            try {
                write.run();
                return;
            } catch (ApiCallException failure) {
                if (!failure.code().passing()) {
                    rejected(event, failure);
                    return;
                }
                if (tries >= MOST_TRIES) {
                    LOG.error(
                            failure,
                            "Unable to write event (retry limit exceeded!)",
                            "event",
                            about(event));
                    return;
                }
                LOG.v(2)
                        .info(
                                "Unable to write event (may retry after sleeping)",
                                "event",
                                about(event),
                                "err",
                                failure.reason());
                pause.await(delay(tries));
            }
        }
    }

    /// The first wait is of random length, so that nodes do not all come back at once.
    private Duration delay(int tries) {
        return tries > 1
                ? BETWEEN_TRIES
                : Duration.ofNanos((long) (BETWEEN_TRIES.toNanos() * execution.random()));
    }

    private static void rejected(Event event, ApiCallException failure) {
        var text = "Server rejected event (will not retry!)";
        var expected =
                failure.code() == ApiCallException.Code.ALREADY_EXISTS
                        || failure.reason().contains("is being terminated");
        if (expected) {
            LOG.v(5).info(text, "event", about(event), "err", failure.reason());
        } else {
            LOG.error(failure, text, "event", about(event));
        }
    }

    private void create(Event event) {
        api.create(ApiResource.EVENTS, event.getMetadata().getNamespace(), event);
    }

    /// The API server forgets events after an hour or so; then the count goes on in a new object.
    private void count(Event event) {
        var metadata = event.getMetadata();
        try {
            api.patch(
                    ApiResource.EVENTS,
                    new ObjectName(metadata.getNamespace(), metadata.getName()),
                    new Patch(Patch.Kind.STRATEGIC_MERGE, "", change(event)));
        } catch (ApiCallException failure) {
            if (failure.code() != ApiCallException.Code.NOT_FOUND) {
                throw failure;
            }
            create(event);
        }
    }

    private static String change(Event event) {
        return MessageWriter.toJson(
                Event.newBuilder()
                        .setMessage(event.getMessage())
                        .setLastTimestamp(event.getLastTimestamp())
                        .setCount(event.getCount())
                        .build());
    }

    private static String about(Event event) {
        var object = event.getInvolvedObject();
        return object.getKind()
                + " "
                + object.getNamespace()
                + "/"
                + object.getName()
                + " "
                + event.getReason();
    }
}
