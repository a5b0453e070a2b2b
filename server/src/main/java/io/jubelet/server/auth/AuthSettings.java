package io.jubelet.server.auth;

import java.time.Duration;
import java.util.Optional;

/// What is configured about who may ask.
///
/// @param clientCertificates whether authorities for client certificates are given
/// @param anonymous whether those who show nothing may ask at all
/// @param webhookAuthentication whether bearer tokens are to be asked of the API server
/// @param authorizationMode `AlwaysAllow` or `Webhook`
/// @param reviewTimes how long what the API server says counts
public record AuthSettings(
        boolean clientCertificates,
        boolean anonymous,
        boolean webhookAuthentication,
        String authorizationMode,
        ReviewTimes reviewTimes) {
    static final String WEBHOOK = "Webhook";

    /// How long what the API server says counts.
    ///
    /// @param token who a token belongs to, or that it is nobody's
    /// @param allowed that a user may do something
    /// @param refused that they may not
    public record ReviewTimes(Duration token, Duration allowed, Duration refused) {
        /// Upstream's.
        public static final ReviewTimes STANDARD =
                new ReviewTimes(
                        Duration.ofMinutes(2), Duration.ofMinutes(5), Duration.ofSeconds(30));
    }

    /// Why these settings cannot be had; empty when they can.
    ///
    /// Upstream: cmd/kubelet/app/auth.go BuildAuthn, BuildAuthz.
    ///
    /// @param withApiClient whether there is an API server to ask
    public Optional<String> refusal(boolean withApiClient) {
        if (webhookAuthentication && !withApiClient) {
            return Optional.of("no client provided, cannot use webhook authentication");
        }
        if (!clientCertificates && !anonymous && !webhookAuthentication) {
            return Optional.of("no authentication method configured");
        }
        return switch (authorizationMode) {
            case "AlwaysAllow" -> Optional.empty();
            case WEBHOOK ->
                    withApiClient
                            ? Optional.empty()
                            : Optional.of("no client provided, cannot use webhook authorization");
            case "" -> Optional.of("no authorization mode specified");
            default -> Optional.of("unknown authorization mode " + authorizationMode);
        };
    }
}
