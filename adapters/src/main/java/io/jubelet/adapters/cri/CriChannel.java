package io.jubelet.adapters.cri;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;

/// One HTTP/2 connection to a Unix socket, without a native library.
///
/// Thread: any; I/O runs on the event loop that it is given.
final class CriChannel {
    /// A list of all containers of a full node must fit.
    static final int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

    /// An error's text comes in a header, and a runtime quotes the output of whatever failed.
    private static final int MAX_ERROR_BYTES = 1024 * 1024;

    private static final int FLOW_CONTROL_WINDOW_BYTES = 1024 * 1024;
    private static final int PAGE_BYTES = 8192;

    /// Chunks of 128 KiB: one connection rarely needs a second, and whatever is larger is not kept.
    private static final int CHUNK_ORDER = 4;

    private final ManagedChannel channel;
    private final Reconnector reconnector;
    private final CriCalls calls;

    private CriChannel(ManagedChannel channel, Reconnector reconnector, CriCalls calls) {
        this.channel = channel;
        this.reconnector = reconnector;
        this.calls = calls;
    }

    static CriChannel open(
            CriEndpoint endpoint, EventLoopGroup eventLoop, RuntimeCallObserver observer) {
        var channel =
                NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(endpoint.socket()))
                        .channelType(NioDomainSocketChannel.class, UnixDomainSocketAddress.class)
                        .eventLoopGroup(eventLoop)
                        .withOption(ChannelOption.ALLOCATOR, smallAllocator())
                        // Null takes the option away: a Unix socket has none, and would warn.
                        .withOption(ChannelOption.SO_KEEPALIVE, null)
                        .usePlaintext()
                        .overrideAuthority("localhost")
                        .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                        .maxInboundMetadataSize(MAX_ERROR_BYTES)
                        .flowControlWindow(FLOW_CONTROL_WINDOW_BYTES)
                        // Blocking calls bring their caller's thread; the rest is short.
                        .directExecutor()
                        .disableRetry()
                        .disableServiceConfigLookUp()
                        .maxTraceEvents(0)
                        .intercept(new ObservingInterceptor(observer))
                        .build();
        var reconnector = new Reconnector(channel, eventLoop);
        reconnector.watch();
        return new CriChannel(
                channel, reconnector, new CriCalls(channel, endpoint, reconnector::hurry));
    }

    private static ByteBufAllocator smallAllocator() {
        return new PooledByteBufAllocator(true, 0, 1, PAGE_BYTES, CHUNK_ORDER, 0, 0, true);
    }

    CriCalls calls() {
        return calls;
    }

    void resetConnectBackoff() {
        reconnector.hurry();
    }

    /// Ends every call in flight.
    void close() {
        channel.shutdownNow();
    }
}
