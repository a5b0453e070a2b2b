package io.jubelet.client.transport;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.TimeUnit;

/// The event loop that all connections to the API server share. Nothing in it blocks: answers are
/// decoded by those who asked.
///
/// Thread: any; `api-io` is its own.
public final class ApiIo implements AutoCloseable {
    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, ApiIo::thread, NioIoHandler.newFactory());

    private static Thread thread(Runnable body) {
        return Thread.ofPlatform().daemon().name("api-io").unstarted(body);
    }

    EventLoop loop() {
        return group.next();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
