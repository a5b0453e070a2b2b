package io.jubelet.server.auth;

import java.util.Optional;

/// What is configured about who may ask.
///
/// @param clientCertificates whether authorities for client certificates are given
/// @param anonymous whether those who show nothing may ask at all
/// @param webhookAuthentication whether bearer tokens are to be asked of the API server
/// @param authorizationMode `AlwaysAllow` or `Webhook`
public record AuthSettings(
        boolean clientCertificates,
        boolean anonymous,
        boolean webhookAuthentication,
        String authorizationMode) {

    /// Why these settings cannot be had without a client of the API server; empty when they can.
    ///
    /// Upstream: cmd/kubelet/app/auth.go BuildAuthn, BuildAuthz.
    public Optional<String> refusalWithoutApiClient() {
        if (webhookAuthentication) {
            return Optional.of("no client provided, cannot use webhook authentication");
        }
        if (!clientCertificates && !anonymous) {
            return Optional.of("no authentication method configured");
        }
        return switch (authorizationMode) {
            case "AlwaysAllow" -> Optional.empty();
            case "Webhook" -> Optional.of("no client provided, cannot use webhook authorization");
            case "" -> Optional.of("no authorization mode specified");
            default -> Optional.of("unknown authorization mode " + authorizationMode);
        };
    }
}
