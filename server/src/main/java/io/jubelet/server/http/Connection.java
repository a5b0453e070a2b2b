package io.jubelet.server.http;

import io.jubelet.log.Log;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;

/// One connection's requests, one after the other: the next is read when the last is answered.
///
/// ```
/// READING ──request and body──▶ HANDLING ──answer──▶ WRITING ──keep alive──▶ READING
///    └── silent too long: close        (no limit)        └── not taken: close
/// ```
///
/// Thread: `http-io`, but for the endpoint's own call.
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Log LOG = Log.of(Connection.class);

    private final Endpoint endpoint;
    private final Executor executor;
    private Stage stage = Stage.READING;
    private Optional<HttpRequest> pending = Optional.empty();
    private int discarded;

    /// What a client sent before it had its answer: no more than one read of the socket.
    private final Queue<Object> early = new ArrayDeque<>();

    private enum Stage {
        READING,
        HANDLING,
        WRITING
    }

    Connection(Endpoint endpoint, Executor executor) {
        this.endpoint = endpoint;
        this.executor = executor;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (stage == Stage.READING) {
            take(context, message);
        } else {
            early.add(message);
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
        pending = Optional.of(request);
        discarded = 0;
        if (HttpUtil.is100ContinueExpected(request)) {
            // The client holds its body back until told, and nobody here wants it.
            handle(context, request, false);
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
            handle(context, request, HttpUtil.isKeepAlive(request));
        } else if (discarded > HttpLimits.DISCARDED_BODY_BYTES) {
            handle(context, request, false);
        }
    }

    private void handle(ChannelHandlerContext context, HttpRequest request, boolean keepAlive) {
        stage = Stage.HANDLING;
        context.channel().config().setAutoRead(false);
        pending = Optional.empty();
        var parsed = RequestParser.parse(request, RequestParser.certificates(context));
        if (parsed.isEmpty()) {
            refuse(context, new IllegalArgumentException("malformed request"));
            return;
        }
        executor.execute(
                () -> {
                    var response = answer(parsed.get());
                    context.executor().execute(() -> write(context, request, response, keepAlive));
                });
    }

    private Response answer(Request request) {
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
            ChannelHandlerContext context,
            HttpRequest request,
            Response response,
            boolean keepAlive) {
        stage = Stage.WRITING;
        var head = request.method().name().equals("HEAD");
        var message =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        HttpResponseStatus.valueOf(response.status()),
                        head
                                ? Unpooled.EMPTY_BUFFER
                                : Unpooled.wrappedBuffer(response.body().bytes()));
        response.headers().forEach(message.headers()::set);
        message.headers().set("Content-Length", response.body().length());
        message.headers().set("Date", HttpDates.now());
        HttpUtil.setKeepAlive(message.headers(), request.protocolVersion(), keepAlive);
        var _ =
                context.writeAndFlush(message)
                        .addListener(
                                done -> {
                                    if (done.isSuccess() && keepAlive) {
                                        next(context);
                                    } else {
                                        var _ = context.close();
                                    }
                                });
    }

    private void next(ChannelHandlerContext context) {
        stage = Stage.READING;
        while (stage == Stage.READING && !early.isEmpty()) {
            take(context, early.remove());
        }
        if (stage == Stage.READING) {
            context.channel().config().setAutoRead(true);
        }
    }

    /// What is not HTTP gets one word and the door.
    private void refuse(ChannelHandlerContext context, Throwable cause) {
        stage = Stage.WRITING;
        pending = Optional.empty();
        var tooLong =
                cause instanceof TooLongHttpHeaderException
                        || cause instanceof TooLongHttpLineException;
        var status =
                tooLong
                        ? HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
                        : HttpResponseStatus.BAD_REQUEST;
        var message =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        status,
                        Unpooled.copiedBuffer(
                                status.toString(), java.nio.charset.StandardCharsets.UTF_8));
        message.headers()
                .set("Content-Type", "text/plain; charset=utf-8")
                .set("Content-Length", message.content().readableBytes())
                .set("Connection", "close");
        var _ = context.writeAndFlush(message).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        early.forEach(ReferenceCountUtil::release);
        early.clear();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent && stage != Stage.HANDLING) {
            var _ = context.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException
                || cause.getCause() instanceof javax.net.ssl.SSLException) {
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
        var _ = context.close();
    }
}
