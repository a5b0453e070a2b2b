package io.jubelet.client;

import com.google.protobuf.ByteString;
import io.jubelet.client.login.Login;
import io.jubelet.client.transport.ConnectionPool;
import io.jubelet.client.transport.Deadline;
import io.jubelet.client.transport.Exchange;
import io.jubelet.client.transport.Request;
import io.jubelet.client.transport.Request.Header;
import io.jubelet.client.transport.ResponseHead;
import io.jubelet.client.wire.Refusals;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Makes one call: waits for its turn, logs in, sends it, and does so again when the server asks
/// for it or certainly did not see it.
///
/// Thread: any; blocks its caller.
/// Upstream: client-go `rest/request.go` and `with_retry.go`.
final class Caller {
    /// As client-go: how often a call is repeated that the server asked to repeat.
    private static final int MOST_REPEATS = 10;

    /// How often a call is sent again that the server did not take, as when it is about to end.
    private static final int MOST_RESENDS = 3;

    private static final Log LOG = Log.of(Caller.class);

    /// That a server has too much to do is said once in this time.
    private static final Duration QUIET = Duration.ofMinutes(1);

    private static final long LARGEST_ANSWER = 256L << 20;

    private final ConnectionPool pool;
    private final Login login;
    private final List<Header> standing;
    private final RateLimit limit;
    private final Duration deadline;
    private final Execution execution;
    private final AtomicReference<Tick> told = new AtomicReference<>(Tick.BEGINNING);

    /// @param standing headers of every request
    Caller(
            ConnectionPool pool,
            Login login,
            List<Header> standing,
            RateLimit limit,
            Duration deadline,
            Execution execution) {
        this.pool = pool;
        this.login = login;
        this.standing = List.copyOf(standing);
        this.limit = limit;
        this.deadline = deadline;
        this.execution = execution;
    }

    /// A whole answer, which is a success.
    record Answer(String contentType, ByteString body) {}

    /// An answer that goes on and is read as it comes; a success so far.
    record Stream(String contentType, Exchange exchange) {}

    Answer ask(Request request) {
        return call(
                request,
                (head, exchange, until) -> {
                    var body = exchange.readAll(until, LARGEST_ANSWER);
                    return new Answer(head.contentType(), body);
                });
    }

    Stream open(Request request) {
        return call(request, (head, exchange, _) -> new Stream(head.contentType(), exchange));
    }

    private interface Reading<R> {
        R read(ResponseHead head, Exchange exchange, Deadline until);
    }

    private <R> R call(Request request, Reading<R> reading) {
        limit.take();
        var until = Deadline.in(deadline);
        var repeats = 0;
        var resends = 0;
        while (true) {
            switch (attempt(request, reading, until)) {
                case Outcome.Success<R>(R result) -> {
                    return result;
                }
                case Outcome.NotTaken<R>(var failure) -> {
                    if (++resends > MOST_RESENDS) {
                        throw failure;
                    }
                }
                case Outcome.AskedToRepeat<R>(var refusal, var after) -> {
                    if (++repeats > MOST_REPEATS || !until.leaves(after)) {
                        throw refusal;
                    }
                    tellBusy(refusal, after);
                    execution.signal("asked to wait").await(after);
                    limit.take();
                }
            }
        }
    }

    private void tellBusy(ApiCallException refusal, Duration after) {
        var now = execution.tick();
        var last = told.get();
        if (last.plus(QUIET).isBefore(now) && told.compareAndSet(last, now)) {
            LOG.warning(
                    "The API server asks us to wait before we ask again",
                    "after",
                    after,
                    "reason",
                    refusal.reason());
        }
    }

    /// What one attempt came to; any other failure is thrown.
    private sealed interface Outcome<R> {
        record Success<R>(R result) implements Outcome<R> {}

        /// The server certainly did nothing.
        record NotTaken<R>(ApiCallException failure) implements Outcome<R> {}

        record AskedToRepeat<R>(ApiCallException refusal, Duration after) implements Outcome<R> {}
    }

    private <R> Outcome<R> attempt(Request request, Reading<R> reading, Deadline until) {
        var exchange = pool.send(request.with(headers()), until);
        try {
            var head = exchange.awaitHead(until);
            if (head.succeeded()) {
                return new Outcome.Success<>(reading.read(head, exchange, until));
            }
            return refused(head, exchange.readAll(until, LARGEST_ANSWER));
        } catch (ApiCallException failure) {
            if (exchange.unprocessed()) {
                return new Outcome.NotTaken<>(failure);
            }
            exchange.cancel();
            throw failure;
        }
    }

    private <R> Outcome<R> refused(ResponseHead head, ByteString body) {
        var refusal = Refusals.of(head.status(), head.contentType(), body, head.retryAfter());
        if (head.status() == 401) {
            login.refused();
        }
        var mayRepeat = head.status() == 429 || head.status() >= 500;
        if (mayRepeat && head.retryAfter().isPresent()) {
            return new Outcome.AskedToRepeat<>(refusal, head.retryAfter().get());
        }
        throw refusal;
    }

    private List<Header> headers() {
        var headers = new ArrayList<>(standing);
        Optional.of(login)
                .flatMap(Login::authorization)
                .ifPresent(value -> headers.add(new Header("authorization", value.reveal())));
        return headers;
    }
}
