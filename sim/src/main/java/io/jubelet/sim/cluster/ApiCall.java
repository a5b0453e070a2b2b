package io.jubelet.sim.cluster;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.execution.Signal;
import io.jubelet.sim.schedule.Timeline;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// One call in flight. The server works on whether or not the caller still waits.
///
/// Thread: `await` on the caller's; all else in effects of the timeline. `outcome` is published by
/// the signal.
final class ApiCall<T> {
    /// How long the server lets a call take.
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final String name;
    private final Timeline timeline;
    private final Supplier<Duration> latency;
    private final Signal answered;
    private volatile Optional<Supplier<T>> outcome = Optional.empty();

    ApiCall(String name, Timeline timeline, Supplier<Duration> latency) {
        this.name = name;
        this.timeline = timeline;
        this.latency = latency;
        this.answered = timeline.signal(name);
    }

    /// Lets `work` happen when the request has reached the server.
    void send(Runnable work) {
        timeline.after(latency.get(), name, work);
    }

    void settle(Supplier<T> effect) {
        try {
            var value = effect.get();
            answer(() -> value);
        } catch (ApiCallException refusal) {
            fail(refusal);
        }
    }

    void settleAfter(Duration time, Supplier<T> effect) {
        timeline.after(time, name, () -> settle(effect));
        if (time.compareTo(DEADLINE) > 0) {
            timeline.after(
                    DEADLINE,
                    name,
                    () ->
                            fail(
                                    new ApiCallException(
                                            Code.TIMED_OUT,
                                            "context deadline exceeded (Client.Timeout exceeded"
                                                    + " while awaiting headers)")));
        }
    }

    /// The connection breaks when the work is done.
    void loseAnswer(Supplier<T> effect) {
        try {
            var _ = effect.get();
        } catch (ApiCallException refusal) {
            // Nobody learns of that either.
        }
        fail(new ApiCallException(Code.UNREACHABLE, "read tcp: connection reset by peer"));
    }

    void fail(ApiCallException failure) {
        answer(
                () -> {
                    throw failure;
                });
    }

    private void answer(Supplier<T> result) {
        if (outcome.isEmpty()) {
            outcome = Optional.of(result);
            timeline.after(latency.get(), name, answered::raise);
        }
    }

    T await() {
        answered.await();
        return outcome.orElseThrow().get();
    }
}
