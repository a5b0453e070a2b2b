package io.jubelet.server.http;

/// A port could not be had.
public final class BindException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BindException(String message, Throwable cause) {
        super(message, cause);
    }
}
