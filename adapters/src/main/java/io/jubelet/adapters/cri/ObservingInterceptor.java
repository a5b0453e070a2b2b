package io.jubelet.adapters.cri;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.jubelet.core.runtime.RuntimeCallException;
import java.time.Duration;
import java.util.Optional;

/// Tells a [RuntimeCallObserver] how long each call took and how it ended.
///
/// Thread: any.
final class ObservingInterceptor implements ClientInterceptor {
    private final RuntimeCallObserver observer;

    ObservingInterceptor(RuntimeCallObserver observer) {
        this.observer = observer;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
            MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        var operation = CriOperations.metricName(CriCalls.name(method));
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<R> listener, Metadata headers) {
                var began = System.nanoTime();
                super.start(observing(listener, operation, began), headers);
            }
        };
    }

    private <R> ClientCall.Listener<R> observing(
            ClientCall.Listener<R> listener, String operation, long began) {
        return new SimpleForwardingClientCallListener<>(listener) {
            @Override
            public void onClose(Status status, Metadata trailers) {
                Optional<RuntimeCallException.Code> failure =
                        status.isOk() ? Optional.empty() : Optional.of(CriErrors.code(status));
                observer.finished(operation, Duration.ofNanos(System.nanoTime() - began), failure);
                super.onClose(status, trailers);
            }
        };
    }
}
