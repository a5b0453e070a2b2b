package io.jubelet.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.atomic.AtomicLong;

/// Counts what unanswered requests hold in memory, over all connections: one may have a mebibyte of
/// headers, but strangers must not fill the heap by opening fifty.
///
/// Thread: `http-io`; the total is shared.
final class HeadBytes extends ChannelInboundHandlerAdapter {
    /// Told to the connection when there is no room for its request.
    static final Object NO_ROOM = "no room for more headers";

    /// What all connections may hold together.
    static final long MOST = 8 << 20;

    /// What any one may hold, however full it is.
    private static final long ALWAYS = 32 << 10;

    private final AtomicLong total;
    private long held;
    private boolean counting = true;

    HeadBytes(AtomicLong total) {
        this.total = total;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (counting && message instanceof ByteBuf bytes) {
            held += bytes.readableBytes();
            if (total.addAndGet(bytes.readableBytes()) > MOST && held > ALWAYS) {
                ReferenceCountUtil.release(message);
                context.fireUserEventTriggered(NO_ROOM);
                return;
            }
        }
        context.fireChannelRead(message);
    }

    /// What follows is a body, which nobody keeps.
    void headIsRead() {
        counting = false;
    }

    /// The request is answered and forgotten.
    void answered() {
        total.addAndGet(-held);
        held = 0;
        counting = true;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        answered();
    }
}
