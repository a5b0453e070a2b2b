package io.jubelet.server.http;

import io.jubelet.log.Log;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// One direction of a tunnel: what comes on this channel goes out on the other. While the other
/// cannot take more, this one is not read. What a TLS layer still hands over then is no more than
/// one read of the socket, and is passed on as well.
///
/// The end of one direction is told to the other side while the other direction goes on. When
/// both have ended, or one side is gone, all is over.
///
/// Thread: `http-io`; both channels of a tunnel share it.
final class TunnelPump extends ChannelInboundHandlerAdapter {
    private static final Log LOG = Log.of(TunnelPump.class);

    /// How long a side that was told the end may take to end as well.
    private static final long LINGER_SECONDS = 30;

    private final Channel other;
    private final Ends ends;
    private boolean ended;

    /// What the two directions know of each other.
    static final class Ends {
        private int count;

        boolean isLast() {
            count++;
            return count == 2;
        }
    }

    TunnelPump(Channel other, Ends ends) {
        this.other = other;
        this.ends = ends;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        var _ = other.write(message);
        if (!other.isWritable()) {
            context.channel().config().setAutoRead(false);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        other.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        other.config().setAutoRead(context.channel().isWritable());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent
                || event instanceof SslCloseCompletionEvent) {
            end(context);
        }
    }

    private void end(ChannelHandlerContext context) {
        if (ended) {
            return;
        }
        ended = true;
        if (ends.isLast()) {
            finish(context.channel());
            finish(other);
            return;
        }
        var _ = other.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(_ -> tellEnd(other));
        var _ = context.executor().schedule(() -> finish(other), LINGER_SECONDS, TimeUnit.SECONDS);
    }

    private static void tellEnd(Channel channel) {
        var tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) {
            var _ = tls.closeOutbound();
        } else if (channel instanceof DuplexChannel duplex) {
            var _ = duplex.shutdownOutput();
        }
    }

    /// Closes once all that was written is out.
    private static void finish(Channel channel) {
        var _ =
                channel.writeAndFlush(Unpooled.EMPTY_BUFFER)
                        .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        finish(other);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.v(4).info("Tunnel ended", "remote", context.channel().remoteAddress());
        } else {
            LOG.error(cause, "Tunnel failed", "remote", context.channel().remoteAddress());
        }
        var _ = context.close();
    }
}
