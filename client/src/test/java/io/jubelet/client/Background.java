package io.jubelet.client;

import io.jubelet.core.cluster.ApiCallException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// A call that is made beside the test.
final class Background implements AutoCloseable {
    private final CompletableFuture<Object> outcome = new CompletableFuture<>();

    void run(Supplier<Object> call) {
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try {
                                outcome.complete(call.get());
                            } catch (RuntimeException | AssertionError failure) {
                                outcome.completeExceptionally(failure);
                            }
                        });
    }

    Object result() {
        try {
            return outcome.get(20, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException failure) {
            throw new AssertionError(failure);
        }
    }

    ApiCallException failure() {
        try {
            var result = outcome.get(20, TimeUnit.SECONDS);
            throw new AssertionError("it succeeded: " + result);
        } catch (InterruptedException | TimeoutException failure) {
            throw new AssertionError(failure);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof ApiCallException cause) {
                return cause;
            }
            throw new AssertionError(failure);
        }
    }

    /// A call that nobody asked about must have ended.
    @Override
    public void close() {
        if (!outcome.isDone()) {
            throw new AssertionError("the call goes on");
        }
    }
}
