package io.jubelet.client.testing;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/// A server on loopback that answers as a test says: HTTP/1.1 in the clear, or HTTP/2 by TLS.
///
/// Thread: any; answers are given on its own event loop, one at a time.
public final class StandInServer implements AutoCloseable {
    private static final int GO_AWAY_FRAME = 7;

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final List<Channel> connections = new CopyOnWriteArrayList<>();
    private final List<String> peers = new CopyOnWriteArrayList<>();
    private final Optional<TestTls> tls;
    private final Consumer<Call> script;
    private final int mostStreams;
    private final Channel listening;

    private StandInServer(Optional<TestTls> tls, int mostStreams, Consumer<Call> script) {
        this.tls = tls;
        this.script = script;
        this.mostStreams = mostStreams;
        this.listening =
                new ServerBootstrap()
                        .group(group)
                        .channel(NioServerSocketChannel.class)
                        .childHandler(new Setup())
                        .bind(InetAddress.getLoopbackAddress(), 0)
                        .syncUninterruptibly()
                        .channel();
    }

    public static StandInServer plain(Consumer<Call> script) {
        return new StandInServer(Optional.empty(), 0, script);
    }

    public static StandInServer secure(TestTls tls, Consumer<Call> script) {
        return secure(tls, 250, script);
    }

    public static StandInServer secure(TestTls tls, int mostStreams, Consumer<Call> script) {
        return new StandInServer(Optional.of(tls), mostStreams, script);
    }

    public String address() {
        var port = ((InetSocketAddress) listening.localAddress()).getPort();
        return (tls.isPresent() ? "https" : "http") + "://127.0.0.1:" + port;
    }

    /// All that were ever opened, the first one first.
    public List<Channel> connections() {
        return List.copyOf(connections);
    }

    /// Who the clients of TLS connections said they were, the first one first; empty if they did
    /// not.
    public List<String> peers() {
        return List.copyOf(peers);
    }

    private static String peer(SSLSession session) {
        try {
            return session.getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException anonymous) {
            return "";
        }
    }

    /// Tells the client that no stream after `last` was looked at.
    public static void goAway(Channel connection, int last) {
        var frame = Unpooled.buffer();
        frame.writeMedium(2 * Integer.BYTES).writeByte(GO_AWAY_FRAME).writeByte(0).writeInt(0);
        frame.writeInt(last).writeInt(0);
        var _ = connection.pipeline().context(Http2FrameCodec.class).writeAndFlush(frame);
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private final class Setup extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            connections.add(channel);
            if (tls.isEmpty()) {
                SerialCalls.install(channel, script);
                return;
            }
            channel.pipeline().addLast(new SslHandler(tls.get().serverEngine()), new Choice());
        }
    }

    /// Takes the protocol that was agreed upon.
    private final class Choice extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (!(event instanceof SslHandshakeCompletionEvent handshake)) {
                return;
            }
            var pipeline = context.pipeline();
            if (!handshake.isSuccess()) {
                var _ = context.close();
                return;
            }
            var engine = pipeline.get(SslHandler.class).engine();
            peers.add(peer(engine.getSession()));
            pipeline.remove(this);
            if (engine.getApplicationProtocol().equals("h2")) {
                var settings = Http2Settings.defaultSettings().maxConcurrentStreams(mostStreams);
                pipeline.addLast(
                        Http2FrameCodecBuilder.forServer().initialSettings(settings).build(),
                        new Http2MultiplexHandler(new StreamCalls.Setup(script)));
            } else {
                SerialCalls.install(context.channel(), script);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var _ = context.close();
        }
    }
}
