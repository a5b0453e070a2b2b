package io.jubelet.client.wire;

import com.google.protobuf.ByteString;
import io.jubelet.api.meta.Status;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import java.time.Duration;
import java.util.Optional;

/// Turns an answer that is no success into the failure that the agent knows.
///
/// Thread: stateless.
/// Upstream: apimachinery `api/errors` and client-go `rest/request.go` transformResponse.
public final class Refusals {
    private static final int LONGEST_TEXT = 500;

    private Refusals() {}

    /// @param contentType and `body` of the answer
    public static ApiCallException of(
            int status, String contentType, ByteString body, Optional<Duration> retryAfter) {
        try {
            var told = WireFormat.of(contentType).readStatus(body);
            return new ApiCallException(
                    code(status, told.getReason()), message(status, told), retryAfter);
        } catch (WireException _) {
            // Something between us and the server may answer in its own words.
            return new ApiCallException(
                    code(status, ""), "the server answered " + status + text(body), retryAfter);
        }
    }

    /// What a watch was told in its stream.
    public static ApiCallException of(Status told) {
        var seconds = told.getDetails().getRetryAfterSeconds();
        return new ApiCallException(
                code(told.getCode(), told.getReason()),
                message(told.getCode(), told),
                seconds > 0 ? Optional.of(Duration.ofSeconds(seconds)) : Optional.empty());
    }

    private static String message(int status, Status told) {
        return told.getMessage().isEmpty()
                ? "the server answered " + status + " " + told.getReason()
                : told.getMessage();
    }

    private static String text(ByteString body) {
        var start = body.substring(0, Math.min(body.size(), LONGEST_TEXT)).toStringUtf8().strip();
        var line = new StringBuilder();
        start.chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
        return line.isEmpty() ? "" : ": " + line;
    }

    static Code code(int status, String reason) {
        return switch (reason) {
            case "AlreadyExists" -> Code.ALREADY_EXISTS;
            case "Expired", "Gone" -> Code.EXPIRED;
            default -> code(status);
        };
    }

    private static Code code(int status) {
        return switch (status) {
            case 400, 422 -> Code.INVALID;
            case 401 -> Code.UNAUTHORIZED;
            case 403 -> Code.FORBIDDEN;
            case 404 -> Code.NOT_FOUND;
            case 409 -> Code.CONFLICT;
            case 410 -> Code.EXPIRED;
            case 429 -> Code.TOO_MANY_REQUESTS;
            default -> status >= 500 && status < 600 ? Code.SERVER_ERROR : Code.FAILED;
        };
    }
}
