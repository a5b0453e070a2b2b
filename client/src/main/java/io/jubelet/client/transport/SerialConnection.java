package io.jubelet.client.transport;

import com.google.protobuf.ByteString;
import io.jubelet.client.transport.Request.Header;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// A connection that speaks HTTP/1.1: one call after another, as long as the server keeps it open.
/// Nothing is read while the caller leaves a window of bytes unread.
///
/// Thread: any for reserving and sending; the rest on `api-io`.
final class SerialConnection extends SimpleChannelInboundHandler<HttpObject> implements Connection {
    private static final int LONGEST_LINE = 8 * 1024;
    private static final int LONGEST_HEAD = 256 * 1024;
    private static final int LARGEST_CHUNK = 64 * 1024;

    private final Origin origin;
    private final Channel channel;
    private final TransportSettings settings;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean refusesNew;
    private Optional<Exchange> current = Optional.empty();
    private boolean keepAlive = true;
    private boolean mayAskAgain;
    private boolean used;
    private boolean answering;
    private int unread;
    private long idleSince = System.nanoTime();
    private String ending = "the server closed the connection";

    SerialConnection(Origin origin, Channel channel, TransportSettings settings) {
        this.origin = origin;
        this.channel = channel;
        this.settings = settings;
        channel.pipeline()
                .addLast(
                        new HttpClientCodec(LONGEST_LINE, LONGEST_HEAD, LARGEST_CHUNK, true), this);
        scheduleIdleCheck(settings.idleAfter().toNanos());
    }

    @Override
    public boolean reserve() {
        return !spent() && busy.compareAndSet(false, true);
    }

    @Override
    public Exchange send(Request request) {
        var exchange = new Exchange(() -> {});
        channel.eventLoop().execute(() -> start(request, exchange));
        return exchange;
    }

    private void start(Request request, Exchange exchange) {
        if (spent()) {
            exchange.fail(unreachable("the connection was closed"), true);
            return;
        }
        if (exchange.isDone()) {
            busy.set(false);
            return;
        }
        current = Optional.of(exchange);
        keepAlive = true;
        unread = 0;
        // Servers close connections that nobody uses, and this call may cross with that.
        mayAskAgain = used && request.method().equals("GET");
        used = true;
        exchange.begin(new ReadFlow(exchange));
        var _ =
                channel.writeAndFlush(message(request))
                        .addListener(
                                written -> {
                                    if (!written.isSuccess()) {
                                        end("cannot send: " + written.cause().getMessage());
                                    }
                                });
    }

    private DefaultFullHttpRequest message(Request request) {
        var body = Unpooled.wrappedBuffer(request.body().asReadOnlyByteBuffer());
        var message =
                new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1,
                        HttpMethod.valueOf(request.method()),
                        request.target(),
                        body);
        message.headers().set(HttpHeaderNames.HOST, origin.authority());
        for (Header header : request.headers()) {
            message.headers().add(header.name(), header.value());
        }
        HttpUtil.setContentLength(message, request.body().size());
        return message;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        mayAskAgain = false;
        if (part.decoderResult().isFailure()) {
            end("the server speaks no HTTP: " + part.decoderResult().cause().getMessage());
            return;
        }
        if (part instanceof HttpResponse response) {
            head(response);
        }
        if (part instanceof HttpContent content && answering) {
            body(content);
        }
    }

    /// An answer of 1xx is not the answer yet.
    private void head(HttpResponse response) {
        answering = response.status().code() >= 200;
        if (!answering) {
            return;
        }
        keepAlive = HttpUtil.isKeepAlive(response);
        var headers = response.headers();
        var head =
                ResponseHead.of(
                        response.status().code(),
                        headers.get(HttpHeaderNames.CONTENT_TYPE, ""),
                        headers.get(HttpHeaderNames.RETRY_AFTER, ""));
        current.ifPresent(each -> each.head(head));
    }

    private void body(HttpContent content) {
        var bytes = ByteString.copyFrom(content.content().nioBuffer());
        unread += bytes.size();
        if (!current.map(each -> each.data(bytes)).orElse(false)) {
            end("the call was given up");
            return;
        }
        if (unread > settings.window()) {
            channel.config().setAutoRead(false);
        }
        if (content instanceof LastHttpContent) {
            finish();
        }
    }

    /// The answer is complete: the connection is free for the next call.
    private void finish() {
        var done = current;
        current = Optional.empty();
        idleSince = System.nanoTime();
        if (keepAlive) {
            channel.config().setAutoRead(true);
            busy.set(false);
        } else {
            refusesNew = true;
            var _ = channel.close();
        }
        done.ifPresent(Exchange::end);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        refusesNew = true;
        current.ifPresent(each -> each.fail(unreachable(ending), mayAskAgain));
        current = Optional.empty();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end(TlsFailures.describe(cause));
    }

    private void end(String why) {
        ending = why;
        mayAskAgain = false;
        refusesNew = true;
        var _ = channel.close();
    }

    private void scheduleIdleCheck(long nanos) {
        var _ = channel.eventLoop().schedule(this::checkIdle, nanos, TimeUnit.NANOSECONDS);
    }

    private void checkIdle() {
        if (!channel.isActive()) {
            return;
        }
        var left = idleSince + settings.idleAfter().toNanos() - System.nanoTime();
        if (left <= 0 && busy.compareAndSet(false, true)) {
            end("the connection was not used");
            return;
        }
        scheduleIdleCheck(left <= 0 ? settings.idleAfter().toNanos() : left);
    }

    private ApiCallException unreachable(String why) {
        return new ApiCallException(Code.UNREACHABLE, origin + ": " + why);
    }

    private boolean spent() {
        return refusesNew || !channel.isActive();
    }

    @Override
    public boolean closed() {
        return !channel.isActive();
    }

    @Override
    public void close(String why) {
        refusesNew = true;
        channel.eventLoop().execute(() -> end(why));
    }

    /// Steers reading from the caller's side.
    private final class ReadFlow implements Exchange.Flow {
        private final Exchange exchange;

        ReadFlow(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public void consumed(int bytes) {
            channel.eventLoop().execute(() -> room(bytes));
        }

        private void room(int bytes) {
            if (current.filter(each -> each == exchange).isEmpty()) {
                return;
            }
            unread -= bytes;
            if (unread <= settings.window() / 2) {
                channel.config().setAutoRead(true);
            }
        }

        /// There is no way to give up one answer but to close the connection.
        @Override
        public void cancel() {
            channel.eventLoop().execute(this::endIfCurrent);
        }

        /// The answer may have ended meanwhile, and the connection be another call's.
        private void endIfCurrent() {
            if (current.filter(each -> each == exchange).isPresent()) {
                end("the call was given up");
            }
        }
    }
}
