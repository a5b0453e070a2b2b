package io.jubelet.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;

/// Tells a client that speaks plain HTTP to an HTTPS port what it did, and then steps aside.
///
/// Thread: `http-io`.
///
/// Upstream: Go's net/http, which answers the same.
final class PlainTextOnTls extends ChannelInboundHandlerAdapter {
    private static final String ANSWER =
            "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var first = (ByteBuf) message;
        if (first.isReadable() && isLetter(first.getByte(first.readerIndex()))) {
            first.release();
            var _ =
                    context.writeAndFlush(Unpooled.copiedBuffer(ANSWER, StandardCharsets.US_ASCII))
                            .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        context.fireChannelRead(message);
        context.pipeline().remove(this);
    }

    /// No TLS record begins with a letter; every method does.
    private static boolean isLetter(byte first) {
        return first >= 'A' && first <= 'Z';
    }
}
