package io.jubelet.server.http;

import io.jubelet.log.Log;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/// One connection's requests, one after the other: the next is read when the last is answered.
///
/// ```
/// READING ──request and body──▶ HANDLING ──answer──▶ WRITING ──keep alive──▶ READING
///    │                           (no limit)             └──▶ LEAVING ──▶ closed
///    │                            │      └──▶ STREAMING, as long as the answer goes on
///    │                            └──▶ a tunnel: somebody else's bytes
///    └── no HTTP, or too much: a word, then LEAVING
/// ```
///
/// Silence closes it in every stage but HANDLING, and STREAMING while nothing is to be sent.
/// LEAVING passes over what the client still sends: to close at once would throw away an answer
/// that it has not read.
///
/// Thread: `http-io`, but for the endpoint's own call.
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Log LOG = Log.of(Connection.class);
    private static final long LEAVE_MILLIS = 500;

    /// How many messages a client may send before it had its answer.
    private static final int MOST_EARLY = 256;

    private final Endpoint endpoint;
    private final Executor executor;
    private final HeadBytes head;
    private final Queue<Object> early = new ArrayDeque<>();
    private Stage stage = Stage.READING;
    private Optional<HttpRequest> pending = Optional.empty();
    private Optional<ChunkedStream> streaming = Optional.empty();
    private int discarded;

    private enum Stage {
        READING,
        HANDLING,
        STREAMING,
        WRITING,
        LEAVING
    }

    /// What becomes of the connection after an answer.
    private enum After {
        KEEP,
        CLOSE,
        /// Close, but the client may still be sending.
        LEAVE
    }

    Connection(Endpoint endpoint, Executor executor, HeadBytes head) {
        this.endpoint = endpoint;
        this.executor = executor;
        this.head = head;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        switch (stage) {
            case READING -> take(context, message);
            case HANDLING, STREAMING, WRITING -> {
                early.add(message);
                if (early.size() > MOST_EARLY) {
                    close(context);
                }
            }
            case LEAVING -> ReferenceCountUtil.release(message);
        }
    }

    private void take(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest request) {
                begin(context, request);
            } else if (message instanceof HttpContent content) {
                body(context, content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        if (request.decoderResult().isFailure()) {
            refuse(context, request.decoderResult().cause());
            return;
        }
        head.headIsRead();
        pending = Optional.of(request);
        discarded = 0;
        if (HttpUtil.is100ContinueExpected(request)) {
            // The client holds its body back until told, and nobody here wants it.
            handle(context, request, After.LEAVE);
        }
    }

    private void body(ChannelHandlerContext context, HttpContent content) {
        if (pending.isEmpty()) {
            return;
        }
        if (content.decoderResult().isFailure()) {
            refuse(context, content.decoderResult().cause());
            return;
        }
        var request = pending.get();
        discarded += content.content().readableBytes();
        if (content instanceof LastHttpContent) {
            handle(context, request, HttpUtil.isKeepAlive(request) ? After.KEEP : After.CLOSE);
        } else if (discarded > HttpLimits.DISCARDED_BODY_BYTES) {
            handle(context, request, After.LEAVE);
        }
    }

    private void handle(ChannelHandlerContext context, HttpRequest request, After after) {
        stage = Stage.HANDLING;
        context.channel().config().setAutoRead(false);
        pending = Optional.empty();
        var parsed = RequestParser.parse(request, RequestParser.certificates(context));
        if (parsed.isEmpty()) {
            refuse(context, HttpResponseStatus.BAD_REQUEST);
            return;
        }
        var upgrade = after != After.LEAVE && parsed.get().headers().askForUpgrade();
        if (upgrade) {
            // What follows may be another protocol already; it comes here as it is.
            context.pipeline().remove(HttpServerCodec.class);
        }
        executor.execute(
                () -> {
                    switch (answer(parsed.get())) {
                        case Response response ->
                                context.executor()
                                        .execute(
                                                () -> {
                                                    speakHttpAgain(context, upgrade);
                                                    write(
                                                            context,
                                                            request,
                                                            response,
                                                            upgrade ? After.LEAVE : after);
                                                });
                        case StreamedResponse response ->
                                stream(context, request, response, upgrade ? After.CLOSE : after);
                        case Tunnel tunnel ->
                                context.executor()
                                        .execute(
                                                () ->
                                                        tunnel(
                                                                context,
                                                                request,
                                                                parsed.get(),
                                                                tunnel));
                    }
                });
    }

    private static void speakHttpAgain(ChannelHandlerContext context, boolean upgrade) {
        if (upgrade) {
            context.pipeline().addBefore(context.name(), "http", new HttpServerCodec());
        }
    }

    /// Runs on the request's own thread.
    private void stream(
            ChannelHandlerContext context,
            HttpRequest request,
            StreamedResponse response,
            After after) {
        var stream = new ChunkedStream(context);
        var chunked = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        var then = chunked ? after : After.CLOSE;
        context.executor().execute(() -> beginStream(context, stream));
        try {
            stream.begin(request, response, then == After.KEEP);
            response.body().writeTo(stream);
            stream.end();
            context.executor().execute(() -> endStream(context, then));
        } catch (IOException gone) {
            LOG.v(4).info("Answer ended early", "uri", request.uri(), "err", gone);
            close(context);
        } catch (RuntimeException | Error failure) {
            LOG.error(failure, "Request failed", "uri", request.uri());
            close(context);
        }
    }

    private void beginStream(ChannelHandlerContext context, ChunkedStream stream) {
        stage = Stage.STREAMING;
        streaming = Optional.of(stream);
        // Only who reads learns that the client is gone.
        context.channel().config().setAutoRead(true);
    }

    private void endStream(ChannelHandlerContext context, After after) {
        streaming = Optional.empty();
        context.channel().config().setAutoRead(false);
        stage = Stage.WRITING;
        goOn(context, after);
    }

    private void tunnel(
            ChannelHandlerContext context, HttpRequest raw, Request request, Tunnel tunnel) {
        if (context.pipeline().get(HttpServerCodec.class) != null) {
            tunnel.done().run();
            write(context, raw, Response.error(500, "Upgrade request required"), After.CLOSE);
            return;
        }
        var _ = context.channel().closeFuture().addListener(_ -> tunnel.done().run());
        TunnelOpening.open(
                context,
                request,
                tunnel.target(),
                new TunnelJoin(
                        context,
                        early,
                        reason -> {
                            LOG.error(null, "Error while proxying request", "reason", reason);
                            speakHttpAgain(context, true);
                            write(context, raw, Response.error(500, reason), After.LEAVE);
                        }));
    }

    private Answer answer(Request request) {
        try {
            return endpoint.answer(request);
        } catch (RuntimeException | Error failure) {
            // Whatever it is, the client must not wait for ever.
            LOG.error(
                    failure, "Request failed", "method", request.method(), "path", request.path());
            return Response.error(500, "internal error, the log has the details");
        }
    }

    private void write(
            ChannelHandlerContext context, HttpRequest request, Response response, After after) {
        stage = Stage.WRITING;
        var body =
                request.method().name().equals("HEAD")
                        ? Unpooled.EMPTY_BUFFER
                        : Unpooled.wrappedBuffer(response.body().bytes());
        var message =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()), body);
        response.headers().forEach(message.headers()::set);
        message.headers().set("Content-Length", response.body().length());
        message.headers().set("Date", HttpDates.now());
        HttpUtil.setKeepAlive(message.headers(), request.protocolVersion(), after == After.KEEP);
        send(context, message, after);
    }

    private void send(ChannelHandlerContext context, HttpResponse message, After after) {
        var _ =
                context.writeAndFlush(message)
                        .addListener(
                                done -> {
                                    if (!done.isSuccess()) {
                                        close(context);
                                        return;
                                    }
                                    goOn(context, after);
                                });
    }

    private void goOn(ChannelHandlerContext context, After after) {
        switch (after) {
            case KEEP -> next(context);
            case CLOSE -> close(context);
            case LEAVE -> leave(context);
        }
    }

    private void next(ChannelHandlerContext context) {
        head.answered();
        stage = Stage.READING;
        while (stage == Stage.READING && !early.isEmpty()) {
            take(context, early.remove());
        }
        if (stage == Stage.READING) {
            context.channel().config().setAutoRead(true);
        }
    }

    private void leave(ChannelHandlerContext context) {
        stage = Stage.LEAVING;
        dropEarly();
        var plain = context.pipeline().get(SslHandler.class) == null;
        if (plain && context.channel() instanceof DuplexChannel channel) {
            var _ = channel.shutdownOutput();
        }
        context.channel().config().setAutoRead(true);
        var _ =
                context.executor()
                        .schedule(() -> close(context), LEAVE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static void close(ChannelHandlerContext context) {
        var _ = context.close();
    }

    private void refuse(ChannelHandlerContext context, Throwable cause) {
        var tooLong =
                cause instanceof TooLongHttpHeaderException
                        || cause instanceof TooLongHttpLineException;
        refuse(
                context,
                tooLong
                        ? HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
                        : HttpResponseStatus.BAD_REQUEST);
    }

    /// What is not HTTP gets one word and the door.
    private void refuse(ChannelHandlerContext context, HttpResponseStatus status) {
        stage = Stage.WRITING;
        context.channel().config().setAutoRead(false);
        pending = Optional.empty();
        var message =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        status,
                        Unpooled.copiedBuffer(status.toString(), StandardCharsets.UTF_8));
        message.headers()
                .set("Content-Type", "text/plain; charset=utf-8")
                .set("Content-Length", message.content().readableBytes())
                .set("Connection", "close");
        send(context, message, After.LEAVE);
    }

    private void dropEarly() {
        early.forEach(ReferenceCountUtil::release);
        early.clear();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        dropEarly();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event.equals(HeadBytes.NO_ROOM) && stage == Stage.READING) {
            refuse(context, HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE);
        }
        if (event instanceof IdleStateEvent && mayBeTooSilent()) {
            close(context);
        }
    }

    private boolean mayBeTooSilent() {
        return switch (stage) {
            case READING, WRITING, LEAVING -> true;
            case HANDLING -> false;
            case STREAMING -> streaming.filter(ChunkedStream::isWriting).isPresent();
        };
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
            LOG.v(4)
                    .info(
                            "Connection ended",
                            "remote",
                            context.channel().remoteAddress(),
                            "err",
                            cause);
        } else {
            LOG.error(cause, "Connection failed", "remote", context.channel().remoteAddress());
        }
        close(context);
    }
}
