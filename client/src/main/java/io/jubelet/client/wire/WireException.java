package io.jubelet.client.wire;

/// Bytes from the server that cannot be read.
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public WireException(String message) {
        super(message);
    }

    public WireException(String message, Throwable cause) {
        super(message, cause);
    }
}
