package io.jubelet.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;

/// One answer in chunks. Each piece is on its way before the next is taken, so that a client that
/// reads slowly makes the writer slow, and one that is gone stops it.
///
/// Thread: the request's own; `http-io` only looks whether a piece is under way.
final class ChunkedStream implements ResponseStream {
    private final ChannelHandlerContext context;
    private volatile boolean writing;

    ChunkedStream(ChannelHandlerContext context) {
        this.context = context;
    }

    /// Whether the client has yet to take something.
    boolean isWriting() {
        return writing;
    }

    /// Sends status and headers.
    void begin(HttpRequest request, StreamedResponse response, boolean keepAlive)
            throws IOException {
        var message =
                new DefaultHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()));
        response.headers().forEach(message.headers()::set);
        message.headers().set("Date", HttpDates.now());
        if (request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            message.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        HttpUtil.setKeepAlive(message.headers(), request.protocolVersion(), keepAlive);
        await(context.writeAndFlush(message));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return;
        }
        var copy = Unpooled.copiedBuffer(bytes, offset, length);
        await(context.writeAndFlush(new DefaultHttpContent(copy)));
    }

    void end() throws IOException {
        await(context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }

    @Override
    public void onEnd(Runnable then) {
        var _ = context.channel().closeFuture().addListener(_ -> then.run());
    }

    private void await(ChannelFuture written) throws IOException {
        writing = true;
        try {
            written.awaitUninterruptibly();
        } finally {
            writing = false;
        }
        if (!written.isSuccess()) {
            throw new IOException("the client is gone", written.cause());
        }
    }
}
