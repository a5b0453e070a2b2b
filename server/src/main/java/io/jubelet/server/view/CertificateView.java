package io.jubelet.server.view;

import io.jubelet.core.certificate.CertificateKeeper;
import java.time.Instant;
import java.util.Optional;

/// One certificate that is kept valid for the node, as it is at the moment.
///
/// Thread: immutable.
///
/// @param name `client` or `server`
/// @param notAfter when the one in use ends; empty while there is none
/// @param pending why the one that is wanted is not there
/// @param failedTries how many tries to get a new one have failed since the start
public record CertificateView(
        String name,
        Optional<Instant> notAfter,
        Optional<CertificateKeeper.Pending> pending,
        long failedTries) {
    public static final String CLIENT = "client";
    public static final String SERVER = "server";

    public static CertificateView of(String name, CertificateKeeper keeper) {
        return new CertificateView(
                name,
                keeper.current().map(current -> current.notAfter()),
                keeper.pending(),
                keeper.failedTries());
    }
}
