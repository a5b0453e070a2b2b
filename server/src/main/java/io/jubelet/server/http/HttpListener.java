package io.jubelet.server.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/// One listening port: takes connections and hands their requests to an endpoint.
///
/// Thread: any. Endpoints run where the [Threads] say.
public final class HttpListener implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final int SMALLEST_READ = 512;
    private static final int FIRST_READ = 2 << 10;
    private static final int LARGEST_READ = 16 << 10;

    /// Pools of direct memory would cost more than they spare at a node's few requests: 4 MB of
    /// 76 MB after sixty requests, measured.
    private static final ByteBufAllocator BUFFERS = new UnpooledByteBufAllocator(false);

    private final Channel channel;

    /// Where an endpoint runs.
    public enum Threads {
        /// On the event loop itself: it must not block, and nothing can starve it.
        EVENT_LOOP,
        /// On a virtual thread of its own.
        VIRTUAL
    }

    private HttpListener(Channel channel) {
        this.channel = channel;
    }

    /// Listens for plain HTTP.
    ///
    /// @throws BindException when the port cannot be had
    public static HttpListener plain(
            HttpIo io,
            InetSocketAddress address,
            HttpLimits limits,
            Threads threads,
            Endpoint endpoint) {
        return bind(io, address, pipeline -> fill(pipeline, io, limits, threads, endpoint));
    }

    /// Listens for HTTPS; each connection takes the engine that is current when it comes.
    ///
    /// @throws BindException when the port cannot be had
    public static HttpListener secure(
            HttpIo io,
            InetSocketAddress address,
            HttpLimits limits,
            Supplier<SSLEngine> engines,
            Endpoint endpoint) {
        return bind(
                io,
                address,
                pipeline -> {
                    var tls = new SslHandler(engines.get(), false, io.blocking());
                    tls.setHandshakeTimeoutMillis(limits.idle().toMillis());
                    pipeline.addLast(new PlainTextOnTls()).addLast(tls);
                    fill(pipeline, io, limits, Threads.VIRTUAL, endpoint);
                });
    }

    /// Listens for plain HTTP on a Unix socket that its owner alone may use. What an earlier
    /// process left under that name is taken away.
    ///
    /// @throws BindException when the socket cannot be made
    public static HttpListener local(HttpIo io, Path socket, HttpLimits limits, Endpoint endpoint) {
        try {
            Files.deleteIfExists(socket);
            var bound =
                    bind(
                            bootstrap(
                                            io,
                                            pipeline ->
                                                    fill(
                                                            pipeline,
                                                            io,
                                                            limits,
                                                            Threads.VIRTUAL,
                                                            endpoint))
                                    .channel(NioServerDomainSocketChannel.class),
                            UnixDomainSocketAddress.of(socket),
                            socket.toString());
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
            return bound;
        } catch (IOException failure) {
            throw new BindException("cannot listen on " + socket + ": " + failure, failure);
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
    }

    private static HttpListener bind(
            HttpIo io, InetSocketAddress address, Consumer<ChannelPipeline> setUp) {
        return bind(
                bootstrap(io, setUp)
                        .channel(NioServerSocketChannel.class)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .childOption(ChannelOption.TCP_NODELAY, true),
                address,
                address.getHostString() + ":" + address.getPort());
    }

    private static ServerBootstrap bootstrap(HttpIo io, Consumer<ChannelPipeline> setUp) {
        return new ServerBootstrap()
                .group(io.group())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.ALLOCATOR, BUFFERS)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(SMALLEST_READ, FIRST_READ, LARGEST_READ))
                .childHandler(
                        new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel child) {
                                setUp.accept(child.pipeline());
                            }
                        });
    }

    private static HttpListener bind(ServerBootstrap ready, SocketAddress address, String text) {
        var bound = ready.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new BindException(
                    "cannot listen on " + text + ": " + bound.cause().getMessage(), bound.cause());
        }
        return new HttpListener(bound.channel());
    }

    private static void fill(
            ChannelPipeline pipeline,
            HttpIo io,
            HttpLimits limits,
            Threads threads,
            Endpoint endpoint) {
        Executor executor =
                switch (threads) {
                    case EVENT_LOOP -> Runnable::run;
                    case VIRTUAL -> io.blocking();
                };
        var decoding =
                new HttpDecoderConfig()
                        .setMaxInitialLineLength(limits.headerBytes())
                        .setMaxHeaderSize(limits.headerBytes());
        var head = new HeadBytes(io.headBytes());
        pipeline.addLast(
                        new IdleStateHandler(
                                true, 0, 0, limits.idle().toNanos(), TimeUnit.NANOSECONDS))
                .addLast(head)
                .addLast(new HttpServerCodec(decoding))
                .addLast(new Connection(endpoint, executor, head));
    }
}
