package io.jubelet.pki;

/// A certificate or key that cannot be used; the message says which and why, never what is secret
/// in it.
public class PkiException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PkiException(String message) {
        super(message);
    }

    public PkiException(String message, Throwable cause) {
        super(message, cause);
    }
}
