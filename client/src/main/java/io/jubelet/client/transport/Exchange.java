package io.jubelet.client.transport;

import com.google.protobuf.ByteString;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.log.GoText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One question and its answer, between the event loop that receives it and the caller that reads
/// it. What is received and not read is bounded by the stream's window: the server is told of more
/// room only as the caller reads.
///
/// ```
/// waiting ──head──▶ answering ──data…──▶ ended
///    └───────fail───────┴──▶ failed
/// ```
///
/// Thread: `head`, `data`, `end` and `fail` on the event loop, the rest by the caller; `cancel` by
/// any. The lock guards every field and is never held across foreign code.
public final class Exchange {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<ByteString> chunks = new ArrayDeque<>();
    private final Runnable whenDone;
    private @Nullable ResponseHead head;
    private @Nullable ApiCallException failure;
    private @Nullable Flow flow;
    private boolean ended;
    private boolean unprocessed;
    private boolean done;

    /// How the caller's side steers the connection's.
    interface Flow {
        /// The caller took this many bytes. Any thread.
        void consumed(int bytes);

        /// Nobody wants the rest. Any thread.
        void cancel();
    }

    /// What reading came to.
    public sealed interface Chunk {
        record Data(ByteString bytes) implements Chunk {}

        /// Nothing came in time.
        record Nothing() implements Chunk {}

        record End() implements Chunk {}
    }

    /// @param whenDone run once, on any thread, when the connection is free of this exchange
    Exchange(Runnable whenDone) {
        this.whenDone = whenDone;
    }

    // --- the connection's side ---

    void begin(Flow steering) {
        lock.lock();
        try {
            flow = steering;
            if (!done) {
                return;
            }
        } finally {
            lock.unlock();
        }
        steering.cancel();
    }

    void head(ResponseHead received) {
        lock.lock();
        try {
            head = received;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Answers false when nobody wants it.
    boolean data(ByteString bytes) {
        lock.lock();
        try {
            if (done) {
                return false;
            }
            if (!bytes.isEmpty()) {
                chunks.add(bytes);
                changed.signalAll();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        finish(Optional.empty(), false);
    }

    /// Answers whether this was news.
    ///
    /// @param neverProcessed the server certainly did nothing with it
    boolean fail(ApiCallException reason, boolean neverProcessed) {
        return finish(Optional.of(reason), neverProcessed);
    }

    private boolean finish(Optional<ApiCallException> reason, boolean neverProcessed) {
        lock.lock();
        try {
            if (done) {
                return false;
            }
            done = true;
            failure = reason.orElse(null);
            ended = reason.isEmpty();
            unprocessed = neverProcessed;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        whenDone.run();
        return true;
    }

    boolean isDone() {
        lock.lock();
        try {
            return done;
        } finally {
            lock.unlock();
        }
    }

    // --- the caller's side ---

    public ResponseHead awaitHead(Deadline deadline) {
        lock.lock();
        try {
            while (head == null && failure == null && !ended) {
                var left = deadline.nanosLeft();
                if (left <= 0) {
                    throw timedOut(deadline.whole());
                }
                await(left);
            }
            if (head == null) {
                throw failure == null ? brokeOff("no answer came", null) : again(failure);
            }
            return head;
        } finally {
            lock.unlock();
        }
    }

    /// The next bytes. Throws when the connection broke before the end.
    public Chunk read(Duration atMost) {
        var deadline = System.nanoTime() + atMost.toNanos();
        Chunk.Data taken;
        Optional<Flow> tell;
        lock.lock();
        try {
            while (chunks.isEmpty() && !done) {
                var left = deadline - System.nanoTime();
                if (left <= 0) {
                    return new Chunk.Nothing();
                }
                await(left);
            }
            if (chunks.isEmpty()) {
                if (failure != null) {
                    throw again(failure);
                }
                return new Chunk.End();
            }
            taken = new Chunk.Data(chunks.remove());
            tell = done ? Optional.empty() : Optional.ofNullable(flow);
        } finally {
            lock.unlock();
        }
        tell.ifPresent(each -> each.consumed(taken.bytes().size()));
        return taken;
    }

    /// The whole rest of the answer.
    public ByteString readAll(Deadline deadline, long largest) {
        var whole = ByteString.EMPTY;
        while (true) {
            switch (read(Duration.ofNanos(Math.max(0, deadline.nanosLeft())))) {
                case Chunk.Data(ByteString bytes) -> whole = whole.concat(bytes);
                case Chunk.Nothing _ -> throw timedOut(deadline.whole());
                case Chunk.End _ -> {
                    return whole;
                }
            }
            if (whole.size() > largest) {
                throw new ApiCallException(
                        Code.FAILED, "the answer is larger than " + largest + " bytes");
            }
        }
    }

    /// Whether the failure was one after which the server certainly did nothing.
    public boolean unprocessed() {
        lock.lock();
        try {
            return unprocessed;
        } finally {
            lock.unlock();
        }
    }

    /// Ends it, if it has not ended; a reader is told that there is no more.
    public void cancel() {
        if (fail(brokeOff("the call was given up", null), false)) {
            steering().ifPresent(Flow::cancel);
        }
    }

    private Optional<Flow> steering() {
        lock.lock();
        try {
            return Optional.ofNullable(flow);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("WaitNotInLoop") // Its callers loop.
    private void await(long nanos) {
        try {
            var _ = changed.awaitNanos(nanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw brokeOff("interrupted while waiting for the API server", interrupted);
        }
    }

    private static ApiCallException timedOut(Duration after) {
        return new ApiCallException(Code.TIMED_OUT, "no answer within " + GoText.duration(after));
    }

    private static ApiCallException brokeOff(String why, @Nullable Throwable cause) {
        return cause == null
                ? new ApiCallException(Code.UNREACHABLE, why)
                : new ApiCallException(Code.UNREACHABLE, why, cause);
    }

    /// The same failure with the stack of the thread that meets it.
    private static ApiCallException again(ApiCallException failure) {
        return new ApiCallException(failure.code(), failure.reason(), failure);
    }
}
