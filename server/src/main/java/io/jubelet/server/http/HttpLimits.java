package io.jubelet.server.http;

import java.time.Duration;

/// How much of one connection's time and memory a client gets.
///
/// @param idle how long a connection may be silent between requests, in a handshake, or while its
///     client does not take the answer
/// @param headerBytes the most that a request's line and headers may hold together
public record HttpLimits(Duration idle, int headerBytes) {
    /// Upstream's.
    public static final HttpLimits STANDARD = new HttpLimits(Duration.ofSeconds(90), 1 << 20);

    /// What of a body is read and thrown away so that the connection can be used again.
    static final int DISCARDED_BODY_BYTES = 256 << 10;
}
