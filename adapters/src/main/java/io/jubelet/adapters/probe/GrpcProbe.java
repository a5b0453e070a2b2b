package io.jubelet.adapters.probe;

import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.jubelet.core.probe.ProbeOutcome;
import io.jubelet.core.probe.Prober;
import io.jubelet.model.codec.GoDuration;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// gRPC's health check, on a connection of its own for every try.
///
/// Thread: any; blocks until the timeout. I/O runs on one event loop for all, `probe-io`, made when
/// the first such probe comes.
/// Upstream: pkg/probe/grpc/grpc.go; the messages are grpc.health.v1's.
final class GrpcProbe {
    private static final MethodDescriptor<byte[], byte[]> CHECK =
            MethodDescriptor.<byte[], byte[]>newBuilder()
                    .setType(MethodDescriptor.MethodType.UNARY)
                    .setFullMethodName("grpc.health.v1.Health/Check")
                    .setRequestMarshaller(new Bytes())
                    .setResponseMarshaller(new Bytes())
                    .build();

    private GrpcProbe() {}

    /// Made by the first probe.
    private static final class Loop {
        static final EventLoopGroup GROUP =
                new MultiThreadIoEventLoopGroup(
                        1, new DefaultThreadFactory("probe-io", true), NioIoHandler.newFactory());
    }

    static ProbeOutcome probe(String host, int port, String service, Duration timeout) {
        var channel =
                NettyChannelBuilder.forAddress(new InetSocketAddress(host, port))
                        .channelType(NioSocketChannel.class, InetSocketAddress.class)
                        .eventLoopGroup(Loop.GROUP)
                        .overrideAuthority(ProbeSockets.authority(host, port))
                        .usePlaintext()
                        .userAgent(Prober.USER_AGENT)
                        .directExecutor()
                        .disableRetry()
                        .disableServiceConfigLookUp()
                        .maxTraceEvents(0)
                        .build();
        try {
            return ask(channel, ProbeSockets.authority(host, port), service, timeout);
        } finally {
            channel.shutdownNow();
        }
    }

    private static ProbeOutcome ask(
            ManagedChannel channel, String address, String service, Duration timeout) {
        try {
            var options =
                    CallOptions.DEFAULT
                            .withWaitForReady()
                            .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS);
            var answer =
                    ClientCalls.blockingUnaryCall(
                            channel, CHECK, options, HealthMessages.request(service));
            var status = HealthMessages.status(answer);
            return status.equals("SERVING")
                    ? new ProbeOutcome.Success("service healthy")
                    : new ProbeOutcome.Failure(
                            "service unhealthy (responded with \"" + status + "\")");
        } catch (StatusRuntimeException failure) {
            var connected = channel.getState(false) == ConnectivityState.READY;
            return new ProbeOutcome.Failure(told(failure.getStatus(), connected, address, timeout));
        }
    }

    private static String told(Status status, boolean connected, String address, Duration timeout) {
        var detail = status.getDescription() == null ? "" : status.getDescription();
        return switch (status.getCode()) {
            case UNIMPLEMENTED ->
                    "error: this server does not implement the grpc health protocol"
                            + " (grpc.health.v1.Health): "
                            + detail;
            case DEADLINE_EXCEEDED ->
                    connected
                            ? "timeout: health rpc did not complete within "
                                    + GoDuration.print(timeout)
                            : "timeout: failed to connect service \"%s\" within %s: %s"
                                    .formatted(
                                            address,
                                            GoDuration.print(timeout),
                                            "context deadline exceeded");
            default ->
                    "error: health rpc probe failed: rpc error: code = %s desc = %s"
                            .formatted(name(status), detail);
        };
    }

    /// Go's name of a code, such as NotFound.
    private static String name(Status status) {
        var name = new StringBuilder();
        for (var word : status.getCode().name().split("_", -1)) {
            name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    /// Messages as they are.
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
