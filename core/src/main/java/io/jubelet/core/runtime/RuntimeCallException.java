package io.jubelet.core.runtime;

/// A call to the container runtime that did not succeed.
public final class RuntimeCallException extends RuntimeException {
    /// How the Go client tells a failed call, which users and tests read.
    private static final String OPENING = "rpc error: code = ";

    private static final String DESCRIPTION = " desc = ";

    private final String operation;
    private final Code code;

    public RuntimeCallException(String operation, Code code, String message) {
        super(message);
        this.operation = operation;
        this.code = code;
    }

    public RuntimeCallException(String operation, Code code, String message, Throwable cause) {
        super(message, cause);
        this.operation = operation;
        this.code = code;
    }

    /// The CRI method's name, such as RunPodSandbox.
    public String operation() {
        return operation;
    }

    public Code code() {
        return code;
    }

    public String reason() {
        var message = getMessage();
        return message == null ? code.toString() : message;
    }

    /// The reason without the words that every failed call begins with: what the runtime said.
    public String description() {
        var reason = reason();
        var begin = reason.indexOf(DESCRIPTION);
        return reason.startsWith(OPENING) && begin >= 0
                ? reason.substring(begin + DESCRIPTION.length())
                : reason;
    }

    /// What kind of failure it was, as far as the agent's decisions differ.
    public enum Code {
        /// The runtime cannot be reached.
        UNAVAILABLE,
        /// No answer within the call's deadline; the runtime may still do it.
        DEADLINE_EXCEEDED,
        NOT_FOUND,
        /// The runtime does not know this call.
        UNIMPLEMENTED,
        /// The runtime refused or failed.
        FAILED
    }
}
