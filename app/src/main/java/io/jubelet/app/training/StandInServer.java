package io.jubelet.app.training;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/// A CRI server on a Unix socket whose containers are entries in a map. Good enough to be started
/// against, not to test against: tests have `sim` and containerd.
///
/// Thread: gRPC's own.
public final class StandInServer implements AutoCloseable {
    private final Server server;
    private final MultiThreadIoEventLoopGroup eventLoop;

    private StandInServer(Server server, MultiThreadIoEventLoopGroup eventLoop) {
        this.server = server;
        this.eventLoop = eventLoop;
    }

    public static StandInServer listen(Path socket) throws IOException {
        var eventLoop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        var pods = new StandInPods();
        var server =
                NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
                        .channelType(NioServerDomainSocketChannel.class)
                        .bossEventLoopGroup(eventLoop)
                        .workerEventLoopGroup(eventLoop)
                        .addService(new StandInRuntime(pods))
                        .addService(new StandInImages())
                        .build()
                        .start();
        return new StandInServer(server, eventLoop);
    }

    @Override
    public void close() {
        server.shutdownNow();
        var _ = eventLoop.shutdownGracefully();
    }
}
