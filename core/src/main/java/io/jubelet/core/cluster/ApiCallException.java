package io.jubelet.core.cluster;

import java.time.Duration;
import java.util.Optional;

/// A call to the API server that did not succeed. Its message holds no secret of the request.
public final class ApiCallException extends RuntimeException {
    private final Code code;
    private final Optional<Duration> retryAfter;

    public ApiCallException(Code code, String message) {
        this(code, message, Optional.empty());
    }

    public ApiCallException(Code code, String message, Optional<Duration> retryAfter) {
        super(message);
        this.code = code;
        this.retryAfter = retryAfter;
    }

    public ApiCallException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.retryAfter = Optional.empty();
    }

    public Code code() {
        return code;
    }

    /// When the server wants to be asked again, if it said so.
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    public String reason() {
        var message = getMessage();
        return message == null ? code.toString() : message;
    }

    /// What kind of failure it was, as far as the agent's decisions differ.
    public enum Code {
        /// No connection, or it broke before the answer; the server may have done it.
        UNREACHABLE,
        /// No answer within the call's deadline; the server may have done it.
        TIMED_OUT,
        /// The server does not know who we are (401).
        UNAUTHORIZED,
        /// We may not (403).
        FORBIDDEN,
        NOT_FOUND,
        ALREADY_EXISTS,
        /// The object is another version, or another object, than we thought (409).
        CONFLICT,
        /// The version asked for is too old (410).
        EXPIRED,
        /// The object is refused as it is (400, 422).
        INVALID,
        /// The server has too much to do (429).
        TOO_MANY_REQUESTS,
        /// The server failed (5xx).
        SERVER_ERROR,
        /// Any other answer.
        FAILED;

        /// Whether the same call may succeed later without anybody changing anything.
        public boolean passing() {
            return switch (this) {
                case UNREACHABLE, TIMED_OUT, TOO_MANY_REQUESTS, SERVER_ERROR -> true;
                case UNAUTHORIZED,
                        FORBIDDEN,
                        NOT_FOUND,
                        ALREADY_EXISTS,
                        CONFLICT,
                        EXPIRED,
                        INVALID,
                        FAILED ->
                        false;
            };
        }
    }
}
