package io.jubelet.e2e.harness;

import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/// A gRPC health service on the node that says of everything that it is well, or not: pods on the
/// node's network are probed there.
///
/// Thread: any.
public final class HealthService implements AutoCloseable {
    /// A message whose first field, the status, is 1: serving.
    private static final byte[] SERVING = {8, 1};

    /// The same with 2: not serving.
    private static final byte[] NOT_SERVING = {8, 2};

    private final Server server;
    private volatile boolean well = true;

    public HealthService(String address) {
        var check =
                MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
                        .setType(MethodDescriptor.MethodType.UNARY)
                        .setFullMethodName("grpc.health.v1.Health/Check")
                        .build();
        var health =
                ServerServiceDefinition.builder("grpc.health.v1.Health")
                        .addMethod(
                                check,
                                ServerCalls.asyncUnaryCall(
                                        (_, answer) -> {
                                            answer.onNext(well ? SERVING : NOT_SERVING);
                                            answer.onCompleted();
                                        }))
                        .build();
        try {
            server =
                    NettyServerBuilder.forAddress(new InetSocketAddress(address, 0))
                            .addService(health)
                            .build()
                            .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// From now on it says so.
    public void isWell(boolean serving) {
        well = serving;
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }

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
