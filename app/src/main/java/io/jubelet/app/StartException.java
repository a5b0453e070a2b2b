package io.jubelet.app;

/// Why the program cannot start: one line for a person, and exit code 1.
public final class StartException extends RuntimeException {
    public StartException(String message) {
        super(message);
    }

    public StartException(String message, Throwable cause) {
        super(message, cause);
    }
}
