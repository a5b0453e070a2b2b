package io.jubelet.adapters.cri;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.runtime.RuntimeCallException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes blocking calls on one channel and maps their failures.
///
/// Thread: any; a caller on a virtual thread parks without holding its carrier.
final class CriCalls {
    private final Channel channel;
    private final CriEndpoint endpoint;
    private final Runnable unavailable;

    /// @param unavailable run after a call that could not reach the runtime
    CriCalls(Channel channel, CriEndpoint endpoint, Runnable unavailable) {
        this.channel = channel;
        this.endpoint = endpoint;
        this.unavailable = unavailable;
    }

    static String name(MethodDescriptor<?, ?> method) {
        @Nullable String name = method.getBareMethodName();
        return name == null ? method.getFullMethodName() : name;
    }

    CriEndpoint endpoint() {
        return endpoint;
    }

    <Q, R> R call(MethodDescriptor<Q, R> method, Duration deadline, Q request) {
        return call(method, within(deadline), request);
    }

    /// For calls that take as long as they take.
    <Q, R> R callWithoutDeadline(MethodDescriptor<Q, R> method, Q request) {
        return call(method, CallOptions.DEFAULT, request);
    }

    /// The same, but fails as soon as nobody waits any more.
    <Q, R> R callUntil(MethodDescriptor<Q, R> method, Cancellation cancellation, Q request) {
        var cancellable = Context.current().withCancellation();
        cancellation.onRequest(() -> cancellable.cancel(null));
        var outer = cancellable.attach();
        try {
            return call(method, CallOptions.DEFAULT, request);
        } finally {
            cancellable.detach(outer);
            cancellable.cancel(null);
        }
    }

    private <Q, R> R call(MethodDescriptor<Q, R> method, CallOptions options, Q request) {
        try {
            return ClientCalls.blockingUnaryCall(channel, method, options, request);
        } catch (StatusRuntimeException e) {
            throw failure(method, e);
        }
    }

    /// Hands on each message until the stream ends or fails.
    <Q, R> void stream(MethodDescriptor<Q, R> method, Q request, Consumer<R> sink) {
        stream(method, CallOptions.DEFAULT, request, sink);
    }

    /// The same for a stream that has to end in time.
    <Q, R> void stream(
            MethodDescriptor<Q, R> method, Duration deadline, Q request, Consumer<R> sink) {
        stream(method, within(deadline), request, sink);
    }

    private static CallOptions within(Duration deadline) {
        return CallOptions.DEFAULT.withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
    }

    private <Q, R> void stream(
            MethodDescriptor<Q, R> method, CallOptions options, Q request, Consumer<R> sink) {
        var cancellable = Context.current().withCancellation();
        var outer = cancellable.attach();
        try {
            var messages =
                    ClientCalls.blockingServerStreamingCall(channel, method, options, request);
            messages.forEachRemaining(sink);
        } catch (StatusRuntimeException e) {
            throw failure(method, e);
        } finally {
            cancellable.detach(outer);
            // Ends the call where the sink threw and the stream did not.
            cancellable.cancel(null);
        }
    }

    private RuntimeCallException failure(MethodDescriptor<?, ?> method, StatusRuntimeException e) {
        var failure = CriErrors.failure(name(method), endpoint, e.getStatus(), e);
        if (failure.code() == RuntimeCallException.Code.UNAVAILABLE) {
            unavailable.run();
        }
        return failure;
    }
}
