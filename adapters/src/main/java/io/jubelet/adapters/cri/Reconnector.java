package io.jubelet.adapters.cri;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Keeps a broken channel trying: gRPC for Java waits up to two minutes between attempts and has no
/// setting for it, so its back-off is cut short at a pace of our own.
///
/// Thread: the channel's event loop, but for [#hurry], which any may call.
///
/// Upstream: cri-client connection parameters, base delay 100 ms, at most 3 s.
final class Reconnector {
    private static final Duration FIRST_DELAY = Duration.ofMillis(100);
    private static final Duration MAX_DELAY = Duration.ofSeconds(3);
    private static final double GROWTH = 1.6;

    private final ManagedChannel channel;
    private final ScheduledExecutorService timer;
    private final AtomicBoolean trying = new AtomicBoolean();

    Reconnector(ManagedChannel channel, ScheduledExecutorService timer) {
        this.channel = channel;
        this.timer = timer;
    }

    /// Follows the channel's state from now on.
    void watch() {
        var state = channel.getState(false);
        channel.notifyWhenStateChanged(state, this::stateChanged);
    }

    /// Tries at once. Connecting to a Unix socket costs next to nothing.
    void hurry() {
        channel.resetConnectBackoff();
    }

    private void stateChanged() {
        // Asking for the state this way also wakes a channel that idles after its connection broke.
        var state = channel.getState(true);
        if (state == ConnectivityState.SHUTDOWN) {
            return;
        }
        if (state == ConnectivityState.TRANSIENT_FAILURE && trying.compareAndSet(false, true)) {
            tryAfter(FIRST_DELAY);
        }
        channel.notifyWhenStateChanged(state, this::stateChanged);
    }

    private void tryAfter(Duration delay) {
        try {
            var _ = timer.schedule(() -> attempt(delay), delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            // The event loop is shutting down with the client: nobody waits for a connection.
            trying.set(false);
        }
    }

    private void attempt(Duration delay) {
        trying.set(false);
        // The channel stays in this state over failed attempts, until one succeeds. It is read
        // after the flag is down, so that a change in between is seen here or in stateChanged.
        if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE
                && trying.compareAndSet(false, true)) {
            channel.resetConnectBackoff();
            tryAfter(next(delay));
        }
    }

    static Duration next(Duration delay) {
        var grown = Duration.ofMillis((long) (delay.toMillis() * GROWTH));
        return grown.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : grown;
    }
}
