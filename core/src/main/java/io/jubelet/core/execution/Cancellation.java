package io.jubelet.core.execution;

import java.util.ArrayList;
import java.util.List;

/// Tells a call that runs elsewhere that nobody waits for it any more.
///
/// Thread: any; listeners run on the thread that cancels, outside the lock, and must not block.
public final class Cancellation {
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean requested;

    /// Of a call that is always waited for.
    public static Cancellation never() {
        return new Cancellation();
    }

    public void request() {
        List<Runnable> told;
        synchronized (this) {
            if (requested) {
                return;
            }
            requested = true;
            told = List.copyOf(listeners);
            listeners.clear();
        }
        told.forEach(Runnable::run);
    }

    public synchronized boolean requested() {
        return requested;
    }

    /// Runs `listener` once, when it is requested or now if it was.
    public void onRequest(Runnable listener) {
        synchronized (this) {
            if (!requested) {
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }
}
