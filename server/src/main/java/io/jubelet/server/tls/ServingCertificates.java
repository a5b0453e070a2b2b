package io.jubelet.server.tls;

import io.jubelet.pki.CertifiedKey;
import java.util.Optional;

/// A certificate for the HTTPS port that somebody else keeps valid: asked at every new connection,
/// so it must be quick.
///
/// Thread: any.
@FunctionalInterface
public interface ServingCertificates {
    /// The certificate of the moment; without one no connection comes about.
    Optional<CertifiedKey> current();
}
