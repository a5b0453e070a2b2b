package io.jubelet.client;

import io.jubelet.client.transport.TransportSettings;
import java.time.Duration;

/// How the API server is spoken to.
///
/// Thread: immutable.
///
/// @param contentType of what is sent: protobuf or JSON
/// @param heartbeatDeadline for each call of the heartbeats' connection
public record ApiSettings(
        String userAgent,
        String contentType,
        Rate api,
        Rate events,
        Duration deadline,
        Duration heartbeatDeadline,
        TransportSettings transport) {
    /// Longer than the server's own limit of a minute, so that its answer is heard.
    public static final Duration STANDARD_DEADLINE = Duration.ofSeconds(70);

    public static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    /// How many calls a second are made at most, and how many at once.
    ///
    /// @param perSecond negative for no limit, 0 for client-go's default of 5
    /// @param burst 0 for client-go's default of 10
    public record Rate(double perSecond, int burst) {
        public static final Rate UNLIMITED = new Rate(-1, 0);
    }

    /// @param heartbeatDeadline the shorter of a lease's duration and the period of node updates
    public static ApiSettings of(
            String userAgent,
            String contentType,
            Rate api,
            Rate events,
            Duration heartbeatDeadline) {
        return new ApiSettings(
                userAgent,
                contentType,
                api,
                events,
                STANDARD_DEADLINE,
                heartbeatDeadline,
                TransportSettings.STANDARD);
    }
}
