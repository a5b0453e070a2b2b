package io.jubelet.server.tls;

/// A certificate, key or TLS setting that cannot be used; the message says which and why.
public final class TlsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TlsException(String message) {
        super(message);
    }

    public TlsException(String message, Throwable cause) {
        super(message, cause);
    }
}
