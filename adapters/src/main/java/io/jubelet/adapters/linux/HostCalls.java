package io.jubelet.adapters.linux;

import io.jubelet.core.host.HostCallException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Runs blocking calls to the machine on platform threads of their own, so that a dead file system
/// holds neither a virtual thread's carrier nor its caller: after the deadline the caller goes on
/// and the thread is left behind until the kernel lets it go.
///
/// What is left behind is bounded per owner and in all. A call over the limit waits for its turn as
/// long as its deadline, then fails.
///
/// Thread: any; the calls run on daemon threads `host-call-N`.
public final class HostCalls {
    /// A burst needs many threads for a moment, and each one that stays holds 100 KB.
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final Limits limits;
    private final ExecutorService threads =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    IDLE.toNanos(),
                    TimeUnit.NANOSECONDS,
                    new SynchronousQueue<>(),
                    Thread.ofPlatform().daemon().name("host-call-", 1).factory());

    /// Guards the two counts, which change together; never held across a call.
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition ended = lock.newCondition();
    private final Map<String, Integer> runningByOwner = new HashMap<>();
    private int running;

    public HostCalls(Limits limits) {
        this.limits = limits;
    }

    /// How much of the machine's misery is put up with.
    ///
    /// @param total calls in flight, those left behind included
    /// @param perOwner the same for one pod
    /// @param deadline how long a caller waits
    public record Limits(int total, int perOwner, Duration deadline) {
        public static final Limits DEFAULT = new Limits(32, 2, Duration.ofSeconds(10));
    }

    /// One call: what it does, for messages (`remove /x`), and its body.
    @FunctionalInterface
    interface Body<T> {
        T run() throws IOException;
    }

    /// Runs `body` for `owner`, usually a pod's uid. Throws [HostCallException] when it fails, when
    /// it does not end in time, or when too many calls before it have not.
    <T> T call(String owner, String what, Body<T> body) {
        var deadline = System.nanoTime() + limits.deadline().toNanos();
        enter(owner, what, deadline);
        Callable<T> counted =
                () -> {
                    try {
                        return body.run();
                    } finally {
                        leave(owner);
                    }
                };
        var task = new FutureTask<>(counted);
        threads.execute(task);
        return await(task, what, deadline);
    }

    private void enter(String owner, String what, long deadline) {
        lock.lock();
        try {
            while (running >= limits.total()
                    || runningByOwner.getOrDefault(owner, 0) >= limits.perOwner()) {
                if (ended.awaitNanos(deadline - System.nanoTime()) <= 0) {
                    throw new HostCallException(
                            what + ": not tried, earlier calls to the machine have not come back");
                }
            }
            running++;
            runningByOwner.merge(owner, 1, Integer::sum);
        } catch (InterruptedException interrupted) {
            throw interrupted(what);
        } finally {
            lock.unlock();
        }
    }

    private void leave(String owner) {
        lock.lock();
        try {
            running--;
            runningByOwner.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
            ended.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private <T> T await(FutureTask<T> task, String what, long deadline) {
        try {
            return task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new HostCallException(
                    what + ": did not answer within " + limits.deadline().toSeconds() + " s");
        } catch (InterruptedException interrupted) {
            throw interrupted(what);
        } catch (ExecutionException failed) {
            var cause = failed.getCause();
            throw failure(what, cause == null ? failed : cause);
        }
    }

    private static HostCallException failure(String what, Throwable cause) {
        return switch (cause) {
            case HostCallException known -> known;
            case IOException io -> new HostCallException(what + ": " + HostErrors.line(io), io);
            default -> new HostCallException(what + ": " + cause, cause);
        };
    }

    private static HostCallException interrupted(String what) {
        Thread.currentThread().interrupt();
        return new HostCallException(what + ": interrupted");
    }
}
