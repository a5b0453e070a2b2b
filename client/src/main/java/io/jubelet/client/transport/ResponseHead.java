package io.jubelet.client.transport;

import java.time.Duration;
import java.util.Optional;

/// What an answer begins with.
///
/// Thread: immutable.
///
/// @param retryAfter when the server wants to be asked again
public record ResponseHead(int status, String contentType, Optional<Duration> retryAfter) {
    /// @param retryAfter the header's text, seconds; other forms are passed over, as by client-go
    static ResponseHead of(int status, String contentType, String retryAfter) {
        return new ResponseHead(status, contentType, seconds(retryAfter));
    }

    private static Optional<Duration> seconds(String text) {
        if (text.isEmpty()
                || text.length() > 9
                || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }

    public boolean succeeded() {
        return status >= 200 && status < 300;
    }
}
