package io.jubelet.client.transport;

import io.jubelet.client.transport.Request.Header;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/// A connection that speaks HTTP/2: many calls at once, each on a stream of its own.
///
/// Thread: any for reserving and sending, which hands over to the event loop; the rest there.
final class MultiplexedConnection implements Connection {
    /// Where the server does not say how many streams it allows; Go's own guess.
    private static final int STREAMS_AT_FIRST = 100;

    private final Origin origin;
    private final Channel channel;
    private final Http2Session session;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private final AtomicInteger streams = new AtomicInteger();
    private volatile int allowed = STREAMS_AT_FIRST;
    private volatile boolean refusesNew;

    MultiplexedConnection(Origin origin, Channel channel, TransportSettings settings) {
        this.origin = origin;
        this.channel = channel;
        this.session = Http2Session.create(this, settings);
        channel.pipeline().addLast(session);
    }

    @Override
    public boolean reserve() {
        while (!refusesNew) {
            var taken = streams.get();
            if (taken >= allowed) {
                return false;
            }
            if (streams.compareAndSet(taken, taken + 1)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Exchange send(Request request) {
        var exchange = new Exchange(this::release);
        channel.eventLoop().execute(() -> start(request, exchange));
        return exchange;
    }

    private void release() {
        streams.decrementAndGet();
    }

    boolean idle() {
        return streams.get() == 0;
    }

    boolean refusesNew() {
        return refusesNew;
    }

    private void start(Request request, Exchange exchange) {
        if (refusesNew || !channel.isActive()) {
            exchange.fail(unreachable("the connection was closed"), true);
            return;
        }
        if (exchange.isDone()) {
            return;
        }
        var id = session.connection().local().incrementAndGetNextStreamId();
        if (id < 0) {
            refuseNew();
            exchange.fail(unreachable("the connection has no stream left"), true);
            return;
        }
        write(id, request, exchange);
    }

    private void write(int id, Request request, Exchange exchange) {
        var context = session.context();
        var body = request.body();
        var head = telling(exchange, context.newPromise());
        var _ =
                session.encoder()
                        .writeHeaders(context, id, headers(request), 0, body.isEmpty(), head);
        var stream = session.connection().stream(id);
        if (stream == null) {
            return;
        }
        session.bind(stream, exchange);
        exchange.begin(new StreamFlow(stream));
        if (!body.isEmpty()) {
            var content = Unpooled.wrappedBuffer(body.asReadOnlyByteBuffer());
            var end = telling(exchange, context.newPromise());
            var _ = session.encoder().writeData(context, id, content, 0, true, end);
        }
        session.flush(context);
    }

    /// Has the exchange fail when what the promise stands for cannot be written.
    private ChannelPromise telling(Exchange exchange, ChannelPromise promise) {
        return promise.addListener(
                outcome -> {
                    if (!outcome.isSuccess()) {
                        writeFailed(exchange, outcome.cause());
                    }
                });
    }

    /// A stream that could not even begin (the server allows fewer than we thought) did nothing.
    private void writeFailed(Exchange exchange, Throwable cause) {
        var refused =
                cause instanceof Http2Exception failure
                        && failure.error() == Http2Error.REFUSED_STREAM;
        exchange.fail(unreachable("cannot send: " + cause.getMessage()), refused);
    }

    private Http2Headers headers(Request request) {
        var headers =
                new DefaultHttp2Headers()
                        .method(request.method())
                        .scheme(origin.secure() ? "https" : "http")
                        .authority(origin.authority())
                        .path(request.target());
        for (Header header : request.headers()) {
            headers.add(header.name(), header.value());
        }
        if (!request.body().isEmpty()) {
            headers.add("content-length", Integer.toString(request.body().size()));
        }
        return headers;
    }

    // --- told by the session, on the event loop ---

    /// The server has begun to speak.
    ///
    /// @param most how many streams it allows at a time, if it says so
    void settled(Optional<Long> most) {
        most.ifPresent(count -> allowed = (int) Math.min(count, Integer.MAX_VALUE));
        ready.complete(true);
    }

    /// Done when the server has said what it allows; fails when it never does.
    CompletableFuture<Boolean> ready() {
        return ready;
    }

    void refuseNew() {
        refusesNew = true;
        ready.completeExceptionally(unreachable(session.ending()));
    }

    /// Nobody waits any longer for the server to begin.
    void notReady() {
        if (!ready.isDone()) {
            session.end("the server does not begin to speak HTTP/2");
        }
    }

    ApiCallException unreachable(String why) {
        return new ApiCallException(Code.UNREACHABLE, origin + ": " + why);
    }

    @Override
    public boolean closed() {
        return !channel.isActive();
    }

    @Override
    public void close(String why) {
        refusesNew = true;
        channel.eventLoop().execute(() -> session.end(why));
    }

    /// Steers one stream from the caller's side.
    private final class StreamFlow implements Exchange.Flow {
        private final Http2Stream stream;

        StreamFlow(Http2Stream stream) {
            this.stream = stream;
        }

        @Override
        public void consumed(int bytes) {
            channel.eventLoop().execute(() -> session.consumed(stream, bytes));
        }

        @Override
        public void cancel() {
            channel.eventLoop().execute(() -> session.reset(stream));
        }
    }
}
