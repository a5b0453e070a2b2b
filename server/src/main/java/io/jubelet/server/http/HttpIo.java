package io.jubelet.server.http;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// The one event loop that all servers of the node share, and the threads their endpoints block.
///
/// Thread: any; `http-io` is its own, each request that may block gets a virtual one.
public final class HttpIo implements AutoCloseable {
    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, HttpIo::thread, NioIoHandler.newFactory());
    private final AtomicLong headBytes = new AtomicLong();
    private final Executor blocking = task -> Thread.ofVirtual().name("http").start(task);

    private static Thread thread(Runnable body) {
        return Thread.ofPlatform().daemon().name("http-io").unstarted(body);
    }

    EventLoopGroup group() {
        return group;
    }

    /// What requests hold that are not answered yet.
    AtomicLong headBytes() {
        return headBytes;
    }

    Executor blocking() {
        return blocking;
    }

    /// Runs the task again and again on a virtual thread, the first time after one period.
    public void every(Duration period, Runnable task) {
        var nanos = period.toNanos();
        var _ =
                group.next()
                        .scheduleWithFixedDelay(
                                () -> blocking.execute(task), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    /// Runs the task once on a virtual thread.
    public void after(Duration delay, Runnable task) {
        var _ =
                group.next()
                        .schedule(
                                () -> blocking.execute(task),
                                delay.toNanos(),
                                TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
