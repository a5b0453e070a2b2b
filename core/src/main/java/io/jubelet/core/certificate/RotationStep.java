package io.jubelet.core.certificate;

import java.time.Instant;

/// What the keeper of a certificate does next.
public sealed interface RotationStep {
    /// The certificate is good; it is renewed from then on.
    record Keep(Instant until) implements RotationStep {}

    /// A certificate is asked for now.
    record Ask(CertificateWish wish) implements RotationStep {}

    /// One is needed, but what it is to say is not known yet.
    record NothingToAsk() implements RotationStep {}
}
