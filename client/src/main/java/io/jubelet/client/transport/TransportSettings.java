package io.jubelet.client.transport;

import java.time.Duration;

/// Times and sizes of connections.
///
/// Thread: immutable.
/// Upstream: apimachinery `util/net/http.go` configureHTTP2Transport and client-go
/// `transport/cache.go`.
///
/// @param pingAfter a connection from which nothing came for so long is asked for a sign of life
/// @param pingTimeout and is dead when none comes within this
/// @param idleAfter a connection without calls is closed after this
/// @param window what one stream may hold that its reader has not taken
public record TransportSettings(
        Duration connectTimeout,
        Duration handshakeTimeout,
        Duration pingAfter,
        Duration pingTimeout,
        Duration idleAfter,
        int window) {
    public static final TransportSettings STANDARD =
            new TransportSettings(
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(90),
                    256 * 1024);
}
