package io.jubelet.core.execution;

import java.time.Duration;

/// A wake-up that is remembered until somebody waits for it: raising it any number of times before
/// a wait ends exactly one wait.
///
/// Thread: raised from any; awaited by the one thread that owns it.
public interface Signal {
    void raise();

    /// Waits until raised.
    void await();

    /// Waits until raised or until `atMost` has passed; answers whether it was raised. A zero or
    /// negative time only looks.
    boolean await(Duration atMost);
}
