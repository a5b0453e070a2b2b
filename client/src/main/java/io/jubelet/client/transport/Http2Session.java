package io.jubelet.client.transport;

import com.google.protobuf.ByteString;
import io.jubelet.core.cluster.ApiCallException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.AbstractHttp2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2LocalFlowController;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The frames of one HTTP/2 connection: hands what comes to the exchange of its stream, notices a
/// dead peer by its silence, and closes a connection that nobody uses.
///
/// The connection's window is refilled at once and a stream's only as its reader reads, so that a
/// slow reader holds up nobody but itself.
///
/// Thread: `api-io`.
final class Http2Session extends Http2ConnectionHandler {
    private static final int CONNECTION_WINDOW = 4 * 1024 * 1024;
    private static final int LONGEST_HEAD = 256 * 1024;

    private final MultiplexedConnection owner;
    private final TransportSettings settings;
    private final Http2Connection.PropertyKey exchangeKey;
    private @Nullable ChannelHandlerContext context;
    private long lastRead;
    private long idleSince;
    private long pingSent;
    private boolean awaitingPong;
    private String ending = "the connection broke";

    private Http2Session(
            Http2ConnectionDecoder decoder,
            Http2ConnectionEncoder encoder,
            Http2Settings initial,
            MultiplexedConnection owner,
            TransportSettings settings) {
        super(decoder, encoder, initial);
        this.owner = owner;
        this.settings = settings;
        this.exchangeKey = connection().newKey();
        connection().addListener(new Streams());
        decoder().frameListener(new Frames());
    }

    static Http2Session create(MultiplexedConnection owner, TransportSettings settings) {
        return new Builder(owner, settings).build();
    }

    /// Netty's builder shows its settings to heirs alone.
    private static final class Builder
            extends AbstractHttp2ConnectionHandlerBuilder<Http2Session, Builder> {
        private final MultiplexedConnection owner;
        private final TransportSettings settings;

        Builder(MultiplexedConnection owner, TransportSettings settings) {
            this.owner = owner;
            this.settings = settings;
            var connection = new DefaultHttp2Connection(false);
            connection
                    .local()
                    .flowController(new DefaultHttp2LocalFlowController(connection, 0.5f, true));
            connection(connection);
            initialSettings(
                    Http2Settings.defaultSettings()
                            .pushEnabled(false)
                            .initialWindowSize(settings.window())
                            .maxHeaderListSize(LONGEST_HEAD));
            frameListener(new Http2FrameAdapter());
            gracefulShutdownTimeoutMillis(0);
        }

        @Override
        protected Http2Session build() {
            return super.build();
        }

        @Override
        protected Http2Session build(
                Http2ConnectionDecoder decoder,
                Http2ConnectionEncoder encoder,
                Http2Settings initial) {
            return new Http2Session(decoder, encoder, initial, owner, settings);
        }
    }

    ChannelHandlerContext context() {
        if (context == null) {
            throw new IllegalStateException("the session has not begun");
        }
        return context;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) throws Exception {
        context = added;
        super.handlerAdded(added);
        var flow = connection().local().flowController();
        var stream = connection().connectionStream();
        flow.incrementWindowSize(stream, CONNECTION_WINDOW - flow.initialWindowSize(stream));
        flush(added);
        lastRead = System.nanoTime();
        idleSince = lastRead;
        scheduleCheck(Math.min(settings.pingAfter().toNanos(), settings.idleAfter().toNanos()));
    }

    @Override
    public void channelRead(ChannelHandlerContext at, Object message) throws Exception {
        lastRead = System.nanoTime();
        awaitingPong = false;
        super.channelRead(at, message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext at) throws Exception {
        owner.refuseNew();
        super.channelInactive(at);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext at, Throwable cause) throws Exception {
        ending = TlsFailures.describe(cause);
        super.exceptionCaught(at, cause);
        var _ = at.close();
    }

    // --- a sign of life ---

    private void scheduleCheck(long nanos) {
        var _ =
                context()
                        .executor()
                        .schedule(this::check, Math.max(nanos, 1), TimeUnit.NANOSECONDS);
    }

    private void check() {
        if (!context().channel().isActive()) {
            return;
        }
        var now = System.nanoTime();
        var idleLeft = idleSince + settings.idleAfter().toNanos() - now;
        if (owner.idle() && idleLeft <= 0) {
            end("the connection was not used");
            return;
        }
        if (awaitingPong) {
            var pongLeft = pingSent + settings.pingTimeout().toNanos() - now;
            if (pongLeft <= 0) {
                end("the connection is dead: no sign of life from the server");
                return;
            }
            scheduleCheck(pongLeft);
            return;
        }
        var quietLeft = lastRead + settings.pingAfter().toNanos() - now;
        if (quietLeft <= 0) {
            awaitingPong = true;
            pingSent = now;
            var _ = encoder().writePing(context(), false, now, context().newPromise());
            flush(context());
            quietLeft = settings.pingTimeout().toNanos();
        }
        scheduleCheck(owner.idle() ? Math.min(quietLeft, idleLeft) : quietLeft);
    }

    /// Why the connection is about to be gone.
    String ending() {
        return ending;
    }

    /// Closes the connection; every call on it fails with `why`.
    void end(String why) {
        ending = why;
        owner.refuseNew();
        failAll();
        var _ = context().close();
    }

    /// To close takes its time when the peer is gone, and nobody is to wait for it.
    private void failAll() {
        try {
            var _ =
                    connection()
                            .forEachActiveStream(
                                    stream -> {
                                        exchange(stream).ifPresent(this::failWithEnding);
                                        return true;
                                    });
        } catch (Http2Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void failWithEnding(Exchange exchange) {
        exchange.fail(owner.unreachable(ending), false);
    }

    // --- streams ---

    void bind(Http2Stream stream, Exchange exchange) {
        stream.setProperty(exchangeKey, exchange);
    }

    private Optional<Exchange> exchange(@Nullable Http2Stream stream) {
        if (stream == null) {
            return Optional.empty();
        }
        Exchange bound = stream.getProperty(exchangeKey);
        return Optional.ofNullable(bound);
    }

    private Optional<Exchange> exchange(int streamId) {
        return exchange(connection().stream(streamId));
    }

    void consumed(Http2Stream stream, int bytes) {
        try {
            if (connection().local().flowController().consumeBytes(stream, bytes)) {
                flush(context());
            }
        } catch (Http2Exception failure) {
            end("flow control failed: " + failure.getMessage());
        }
    }

    void reset(Http2Stream stream) {
        if (connection().stream(stream.id()) != null) {
            var _ =
                    resetStream(
                            context(),
                            stream.id(),
                            Http2Error.CANCEL.code(),
                            context().newPromise());
            flush(context());
        }
    }

    /// What happens to streams as a whole.
    private final class Streams extends Http2ConnectionAdapter {
        @Override
        public void onStreamClosed(Http2Stream stream) {
            idleSince = System.nanoTime();
            var unseen =
                    connection().goAwayReceived()
                            && stream.id() > connection().local().lastStreamKnownByPeer();
            exchange(stream).ifPresent(each -> each.fail(owner.unreachable(ending), unseen));
            closeIfLeft();
        }

        @Override
        public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
            owner.refuseNew();
            closeIfLeft();
        }

        /// A server that takes no new streams is left when the last one is done.
        private void closeIfLeft() {
            if (owner.refusesNew() && connection().numActiveStreams() == 0) {
                var _ = context().close();
            }
        }
    }

    /// What the server sends.
    private final class Frames extends Http2FrameAdapter {
        @Override
        public void onSettingsRead(ChannelHandlerContext at, Http2Settings received) {
            owner.settled(Optional.ofNullable(received.maxConcurrentStreams()));
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext at,
                int streamId,
                Http2Headers headers,
                int padding,
                boolean endOfStream) {
            var target = exchange(streamId);
            if (target.isEmpty()) {
                return;
            }
            var status = headers.status();
            // Trailers have no status, and an answer of 1xx is not the answer yet.
            if (status != null && status.length() == 3 && status.charAt(0) != '1') {
                target.get()
                        .head(
                                ResponseHead.of(
                                        Integer.parseInt(status.toString()),
                                        text(headers.get("content-type")),
                                        text(headers.get("retry-after"))));
            }
            if (endOfStream) {
                target.get().end();
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext at,
                int streamId,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean endOfStream) {
            onHeadersRead(at, streamId, headers, padding, endOfStream);
        }

        @Override
        public int onDataRead(
                ChannelHandlerContext at,
                int streamId,
                ByteBuf data,
                int padding,
                boolean endOfStream) {
            var bytes = data.readableBytes();
            var wanted =
                    exchange(streamId)
                            .filter(each -> each.data(ByteString.copyFrom(data.nioBuffer())));
            if (endOfStream) {
                wanted.ifPresent(Exchange::end);
            }
            return wanted.isPresent() ? padding : bytes + padding;
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext at, int streamId, long errorCode) {
            var refused = errorCode == Http2Error.REFUSED_STREAM.code();
            exchange(streamId).ifPresent(each -> each.fail(resetBy(errorCode), refused));
        }

        private ApiCallException resetBy(long errorCode) {
            var known = Http2Error.valueOf(errorCode);
            return owner.unreachable(
                    "the server ended the stream: " + (known == null ? errorCode : known));
        }
    }

    private static String text(@Nullable CharSequence value) {
        return value == null ? "" : value.toString();
    }
}
