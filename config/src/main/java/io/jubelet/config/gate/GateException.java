package io.jubelet.config.gate;

/// Says in one line which gate was asked for wrongly.
///
/// Thread: immutable.
public final class GateException extends RuntimeException {
    public GateException(String message) {
        super(message);
    }
}
