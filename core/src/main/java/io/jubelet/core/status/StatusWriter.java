package io.jubelet.core.status;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Tells the API server what the board holds: several pods at a time, each pod's words in order,
/// and no question first unless the server contradicts.
///
/// Thread: `status-writer` hands out, one `status <namespace>/<name>` each writes.
/// Upstream: status_manager.go syncBatch, syncPod.
public final class StatusWriter {
    private static final Log LOG = Log.of(StatusWriter.class);

    private static final int MOST_AT_ONCE = 16;
    private static final Duration RESYNC = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final Execution execution;
    private final ClusterApi api;
    private final StatusBoard board;
    private final BiConsumer<PodIdentity, Optional<Duration>> written;

    // The lock guards these three.
    private int open;
    private Optional<Duration> pause = Optional.empty();
    private Tick notBefore = Tick.BEGINNING;

    public StatusWriter(Execution execution, ClusterApi api, StatusBoard board) {
        this(execution, api, board, (_, _) -> {});
    }

    /// @param written is told whose newest status the API server has, and how long it lacked it;
    ///     must not block
    public StatusWriter(
            Execution execution,
            ClusterApi api,
            StatusBoard board,
            BiConsumer<PodIdentity, Optional<Duration>> written) {
        this.execution = execution;
        this.api = api;
        this.board = board;
        this.written = written;
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "status-writer", this::run);
    }

    private void run() {
        var resync = execution.tick().plus(RESYNC);
        while (true) {
            var now = execution.tick();
            if (!now.isBefore(resync)) {
                resync = now.plus(RESYNC);
                board.markAll();
            }
            var rest = handOut(now);
            board.await(rest.compareTo(now.until(resync)) < 0 ? rest : now.until(resync));
        }
    }

    /// Begins what may begin now; answers how long there is nothing more to begin.
    private Duration handOut(Tick now) {
        while (true) {
            synchronized (this) {
                if (now.isBefore(notBefore)) {
                    return now.until(notBefore);
                }
                if (open >= (pause.isPresent() ? 1 : MOST_AT_ONCE)) {
                    return RESYNC;
                }
            }
            var job = board.take(now);
            if (job.isEmpty()) {
                return board.untilDue(now).orElse(RESYNC);
            }
            begin(job.get());
        }
    }

    private void begin(StatusBoard.Job job) {
        synchronized (this) {
            open++;
        }
        execution.start(
                ThreadKind.POD,
                "status " + nameOf(job.write()),
                () -> {
                    try {
                        write(job);
                    } finally {
                        synchronized (this) {
                            open--;
                        }
                        board.wake();
                    }
                });
    }

    private static String nameOf(StatusWrite write) {
        return switch (write) {
            case StatusWrite.Nothing _ -> "";
            case StatusWrite.Change change -> change.name().toString();
            case StatusWrite.Removal removal -> removal.name().toString();
        };
    }

    private void write(StatusBoard.Job job) {
        try {
            switch (job.write()) {
                case StatusWrite.Nothing _ -> board.failed(job);
                case StatusWrite.Change change -> {
                    var patch = Patch.ofStatus(change.patch());
                    var result = api.patch(ApiResource.PODS, change.name(), patch);
                    var lacked = board.written(job, result, execution.tick());
                    var name = change.name();
                    written.accept(
                            new PodIdentity(name.namespace(), name.name(), job.pod()), lacked);
                }
                case StatusWrite.Removal removal -> {
                    api.delete(ApiResource.PODS, removal.name(), Deletion.now(removal.uid()));
                    LOG.v(2).info("Pod ended and left the API server", "pod", removal.name());
                    board.gone(job);
                }
            }
            succeeded();
        } catch (ApiCallException failure) {
            failed(job, failure);
        } catch (RuntimeException bug) {
            LOG.error(bug, "A status could not be written", "pod", nameOf(job.write()));
            board.failed(job);
            hold(Optional.empty());
        }
    }

    private void failed(StatusBoard.Job job, ApiCallException failure) {
        switch (failure.code()) {
            case NOT_FOUND -> board.gone(job);
            case CONFLICT -> ask(job);
            // So the server says too that another pod has that name by now.
            case INVALID, FORBIDDEN, ALREADY_EXISTS, EXPIRED, FAILED -> {
                LOG.warning(
                        "The API server refuses a pod's status",
                        "pod",
                        nameOf(job.write()),
                        "reason",
                        failure.reason());
                board.rest(job, execution.tick().plus(RESYNC));
                if (failure.code() == ApiCallException.Code.INVALID) {
                    ask(job);
                } else {
                    board.failed(job);
                }
            }
            case UNREACHABLE, TIMED_OUT, TOO_MANY_REQUESTS, SERVER_ERROR, UNAUTHORIZED -> {
                if (hold(failure.retryAfter())) {
                    LOG.warning(
                            "Cannot write pod statuses; the newest of each pod is kept",
                            "pod",
                            nameOf(job.write()),
                            "reason",
                            failure.reason());
                }
                board.failed(job);
            }
        }
    }

    /// The server has another pod of that name, or this one otherwise than we thought.
    private void ask(StatusBoard.Job job) {
        var write = job.write();
        try {
            switch (write) {
                case StatusWrite.Nothing _ -> board.failed(job);
                case StatusWrite.Change change -> {
                    var fresh = api.get(ApiResource.PODS, change.name());
                    if (fresh.getMetadata().getUid().equals(change.uid())) {
                        board.corrected(job, fresh);
                    } else {
                        board.gone(job);
                    }
                }
                case StatusWrite.Removal _ -> board.gone(job);
            }
        } catch (ApiCallException failure) {
            if (failure.code() == ApiCallException.Code.NOT_FOUND) {
                board.gone(job);
            } else {
                hold(failure.retryAfter());
                board.failed(job);
            }
        }
    }

    private void succeeded() {
        boolean wasHeld;
        synchronized (this) {
            wasHeld = pause.isPresent();
            pause = Optional.empty();
            notBefore = Tick.BEGINNING;
        }
        if (wasHeld) {
            LOG.info("Pod statuses are written again");
        }
    }

    /// Rests before the next write, longer each time; answers whether this is the first rest since
    /// something was written.
    private synchronized boolean hold(Optional<Duration> asked) {
        var first = pause.isEmpty();
        var next = pause.map(last -> last.multipliedBy(2)).orElse(FIRST_PAUSE);
        pause = Optional.of(next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next);
        var rest = asked.filter(time -> time.compareTo(pause.get()) > 0).orElse(pause.get());
        notBefore = execution.tick().plus(rest);
        return first;
    }
}
