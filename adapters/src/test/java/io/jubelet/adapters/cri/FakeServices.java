package io.jubelet.adapters.cri;

import io.grpc.BindableService;
import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// How the fake's services are called, and what it says of those that it has not.
final class FakeServices {
    /// In the words of gRPC for Go, which runtimes are made with.
    static final HandlerRegistry UNKNOWN =
            new HandlerRegistry() {
                @Override
                public ServerMethodDefinition<?, ?> lookupMethod(
                        String method, @Nullable String authority) {
                    return unknown(method);
                }
            };

    private static final Marshaller<byte[]> BYTES =
            new Marshaller<>() {
                @Override
                public InputStream stream(byte[] value) {
                    return new ByteArrayInputStream(value);
                }

                @Override
                public byte[] parse(InputStream stream) {
                    return new byte[0];
                }
            };

    private FakeServices() {}

    static ServerServiceDefinition of(CriGeneration generation, BindableService service) {
        var methods = service.bindService().getMethods();
        var first = generation.named(methods.iterator().next().getMethodDescriptor());
        var name = MethodDescriptor.extractFullServiceName(first.getFullMethodName());
        var definition = ServerServiceDefinition.builder(String.valueOf(name));
        methods.forEach(method -> definition.addMethod(named(generation, method)));
        return definition.build();
    }

    private static <Q, R> ServerMethodDefinition<Q, R> named(
            CriGeneration generation, ServerMethodDefinition<Q, R> method) {
        return ServerMethodDefinition.create(
                generation.named(method.getMethodDescriptor()), method.getServerCallHandler());
    }

    private static ServerMethodDefinition<byte[], byte[]> unknown(String method) {
        var descriptor =
                MethodDescriptor.newBuilder(BYTES, BYTES)
                        .setType(MethodType.UNARY)
                        .setFullMethodName(method)
                        .build();
        var service = MethodDescriptor.extractFullServiceName(method);
        return ServerMethodDefinition.create(
                descriptor,
                (call, _) -> {
                    call.close(
                            Status.UNIMPLEMENTED.withDescription("unknown service " + service),
                            new Metadata());
                    return new ServerCall.Listener<>() {};
                });
    }
}
