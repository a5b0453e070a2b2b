package io.jubelet.server.tls;

import io.jubelet.pki.PkiException;

/// A TLS setting that cannot be used; the message says which and why.
public final class TlsException extends PkiException {
    private static final long serialVersionUID = 1;

    public TlsException(String message) {
        super(message);
    }

    public TlsException(String message, Throwable cause) {
        super(message, cause);
    }
}
