package io.jubelet.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The second half of a tunnel's life: the target's answer goes to the client, and from there on
/// bytes flow.
///
/// Thread: `http-io`.
///
/// Upstream: apimachinery util/proxy UpgradeAwareHandler.
final class TunnelJoin implements TunnelOpening.Outcome {
    private static final int REFUSAL_SECONDS = 10;

    private final ChannelHandlerContext client;
    private final Queue<Object> early;
    private final Consumer<String> refusal;

    /// @param client whose pipeline holds nothing that reads HTTP any more
    /// @param early what the client sent ahead
    /// @param refusal told why there is no tunnel
    TunnelJoin(ChannelHandlerContext client, Queue<Object> early, Consumer<String> refusal) {
        this.client = client;
        this.early = early;
        this.refusal = refusal;
    }

    @Override
    public void answered(Channel target, TunnelOpening.Head head, ByteBuf rest) {
        if (head.switches()) {
            join(target, head.text(), rest);
        } else if (head.status() >= 400) {
            early.forEach(ReferenceCountUtil::release);
            early.clear();
            join(target, head.closing(), rest);
            closeSoon(target);
        } else {
            rest.release();
            var _ = target.close();
            refusal.accept("invalid upgrade response: status code " + head.status());
        }
    }

    @Override
    public void failed(String reason) {
        refusal.accept(reason);
    }

    private void join(Channel target, String head, ByteBuf rest) {
        var channel = client.channel();
        var pipeline = channel.pipeline();
        pipeline.remove(IdleStateHandler.class);
        pipeline.remove(HeadBytes.class);
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        var ends = new TunnelPump.Ends();
        target.pipeline().replace(TunnelOpening.class, "pump", new TunnelPump(channel, ends));
        pipeline.replace(Connection.class, "pump", new TunnelPump(target, ends));
        var _ = channel.write(Unpooled.copiedBuffer(head, StandardCharsets.ISO_8859_1));
        var _ = channel.writeAndFlush(rest);
        while (!early.isEmpty()) {
            var _ = target.write(early.remove());
        }
        target.flush();
        channel.config().setAutoRead(true);
        target.config().setAutoRead(true);
        if (!channel.isActive()) {
            var _ = target.close();
        }
    }

    /// What a target that refused has to say is short.
    private void closeSoon(Channel target) {
        var _ =
                client.executor()
                        .schedule(
                                () -> {
                                    var _ = client.channel().close();
                                    var _ = target.close();
                                },
                                REFUSAL_SECONDS,
                                TimeUnit.SECONDS);
    }
}
