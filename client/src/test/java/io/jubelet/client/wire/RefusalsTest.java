package io.jubelet.client.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.jubelet.api.meta.StatusDetails;
import io.jubelet.client.testing.Objects;
import io.jubelet.core.cluster.ApiCallException.Code;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalsTest {
    @ParameterizedTest
    @CsvSource({
        "400, BadRequest, INVALID",
        "401, Unauthorized, UNAUTHORIZED",
        "403, Forbidden, FORBIDDEN",
        "404, NotFound, NOT_FOUND",
        "405, MethodNotAllowed, FAILED",
        "409, AlreadyExists, ALREADY_EXISTS",
        "409, Conflict, CONFLICT",
        "409, '', CONFLICT",
        "410, Expired, EXPIRED",
        "410, Gone, EXPIRED",
        "410, '', EXPIRED",
        "422, Invalid, INVALID",
        "429, TooManyRequests, TOO_MANY_REQUESTS",
        "500, InternalError, SERVER_ERROR",
        "500, Expired, EXPIRED",
        "503, ServiceUnavailable, SERVER_ERROR",
        "504, Timeout, SERVER_ERROR",
        "302, '', FAILED"
    })
    void theCodeComesFromReasonAndStatus(int status, String reason, Code code) {
        var body = Objects.statusBytes(status, reason, "said so");
        var refusal = Refusals.of(status, Objects.PROTOBUF, body, Optional.empty());
        assertThat(refusal.code()).isEqualTo(code);
        assertThat(refusal.reason()).isEqualTo("said so");
    }

    @Test
    void theSameInJson() {
        var body =
                ByteString.copyFromUtf8(
                        """
                        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",
                        "message":"pods \\"a\\" already exists","reason":"AlreadyExists","code":409}
                        """);
        var refusal = Refusals.of(409, Objects.JSON, body, Optional.empty());
        assertThat(refusal.code()).isEqualTo(Code.ALREADY_EXISTS);
        assertThat(refusal.reason()).isEqualTo("pods \"a\" already exists");
    }

    @Test
    void aStrangersAnswerIsOneLineOfBoundedLength() {
        var body = ByteString.copyFromUtf8("<html>\r\n<b>Bad\tGateway</b>" + "x".repeat(9000));
        var refusal = Refusals.of(502, "text/html", body, Optional.empty());
        assertThat(refusal.code()).isEqualTo(Code.SERVER_ERROR);
        assertThat(refusal.reason())
                .startsWith("the server answered 502: <html>  <b>Bad Gateway</b>x")
                .doesNotContain("\n")
                .hasSizeLessThan(600);
    }

    @Test
    void nothingAtAllIsSaidToo() {
        assertThat(Refusals.of(503, "", ByteString.EMPTY, Optional.empty()).reason())
                .isEqualTo("the server answered 503");
    }

    @Test
    void aWatchIsToldWhenToComeAgain() {
        var told =
                Objects.status(429, "TooManyRequests", "wait").toBuilder()
                        .setDetails(StatusDetails.newBuilder().setRetryAfterSeconds(7))
                        .build();
        assertThat(Refusals.of(told).retryAfter()).contains(Duration.ofSeconds(7));
    }
}
