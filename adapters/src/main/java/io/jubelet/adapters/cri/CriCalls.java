package io.jubelet.adapters.cri;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.jubelet.core.execution.Cancellation;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes blocking calls on one channel, to services of the generation that is there, and maps their
/// failures.
///
/// Thread: any; a caller on a virtual thread parks without holding its carrier.
final class CriCalls {
    private static final Log LOG = Log.of(CriCalls.class);

    private final Channel channel;
    private final CriEndpoint endpoint;
    private final Runnable unavailable;
    private volatile CriGeneration generation = CriGeneration.V1;

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
        return ask(
                method,
                request,
                (named, worded) -> ClientCalls.blockingUnaryCall(channel, named, options, worded));
    }

    /// One call by the generation's name.
    @FunctionalInterface
    private interface Ask<Q, R, T> {
        T by(MethodDescriptor<Q, R> method, Q request);
    }

    /// A runtime that was replaced may be of the other generation: what it never heard of it has
    /// not done, so that may be asked again by the other name.
    private <Q, R, T> T ask(MethodDescriptor<Q, R> method, Q request, Ask<Q, R, T> ask) {
        var known = generation;
        try {
            return ask.by(known.named(method), known.worded(request));
        } catch (StatusRuntimeException e) {
            if (!known.isUnknownTo(e.getStatus())) {
                throw failure(method, e);
            }
            return askOther(known.other(), method, request, ask, e);
        }
    }

    private <Q, R, T> T askOther(
            CriGeneration other,
            MethodDescriptor<Q, R> method,
            Q request,
            Ask<Q, R, T> ask,
            StatusRuntimeException unknown) {
        try {
            var answer = ask.by(other.named(method), other.worded(request));
            found(other);
            return answer;
        } catch (StatusRuntimeException e) {
            throw failure(method, other.isUnknownTo(e.getStatus()) ? unknown : e);
        }
    }

    private void found(CriGeneration there) {
        if (generation != there) {
            generation = there;
            LOG.info("The runtime speaks CRI " + there.text(), "endpoint", endpoint.text());
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
            ask(method, request, streaming(options, sink));
        } finally {
            cancellable.detach(outer);
            // Ends the call where the sink threw and the stream did not.
            cancellable.cancel(null);
        }
    }

    private <Q, R> Ask<Q, R, Boolean> streaming(CallOptions options, Consumer<R> sink) {
        return (named, worded) -> {
            var messages = ClientCalls.blockingServerStreamingCall(channel, named, options, worded);
            messages.forEachRemaining(sink);
            return true;
        };
    }

    private RuntimeCallException failure(MethodDescriptor<?, ?> method, StatusRuntimeException e) {
        var failure = CriErrors.failure(name(method), endpoint, e.getStatus(), e);
        if (failure.code() == RuntimeCallException.Code.UNAVAILABLE) {
            unavailable.run();
        }
        return failure;
    }
}
