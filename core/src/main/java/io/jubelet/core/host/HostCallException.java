package io.jubelet.core.host;

/// A call to the machine that did not succeed: one line that names the path and what is wrong.
public final class HostCallException extends RuntimeException {
    public HostCallException(String message) {
        super(message);
    }

    public HostCallException(String message, Throwable cause) {
        super(message, cause);
    }

    public String reason() {
        var message = getMessage();
        return message == null ? "the host call failed" : message;
    }
}
