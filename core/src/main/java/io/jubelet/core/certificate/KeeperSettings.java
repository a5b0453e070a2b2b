package io.jubelet.core.certificate;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// How one certificate is kept.
///
/// @param thread the name of the keeper's thread
/// @param patience how long one request is waited for before another is made
/// @param exitAfter how long the agent goes on without a valid certificate while the API server
///     answers; empty for as long as it takes
/// @param lifetime the seconds a certificate is asked for; empty for what the signer gives
public record KeeperSettings(
        String thread,
        Manner manner,
        Duration patience,
        Optional<Duration> exitAfter,
        OptionalInt lifetime) {
    /// Upstream's certificateWaitTimeout.
    public static final Duration PATIENCE = Duration.ofMinutes(15);

    /// Upstream's for a first certificate that is not renewed.
    public static final Duration FIRST_PATIENCE = Duration.ofHours(1);

    /// Upstream's exitAfter.
    public static final Duration EXIT_AFTER = Duration.ofMinutes(5);

    /// How requests are named, and whether there is more than one.
    public enum Manner {
        /// A new key and a name of the server's choosing for every request; renewed in time.
        RENEW,
        /// One key until it has its certificate, a name that follows from it, never renewed.
        ONCE
    }

    public static KeeperSettings client(Optional<Duration> exitAfter) {
        return new KeeperSettings(
                "client-certificate", Manner.RENEW, PATIENCE, exitAfter, OptionalInt.empty());
    }

    /// The first certificate of a node that does not renew its own (`rotateCertificates: false`).
    public static KeeperSettings clientOnce() {
        return new KeeperSettings(
                "client-certificate",
                Manner.ONCE,
                FIRST_PATIENCE,
                Optional.empty(),
                OptionalInt.empty());
    }

    public static KeeperSettings serving() {
        return new KeeperSettings(
                "serving-certificate",
                Manner.RENEW,
                PATIENCE,
                Optional.empty(),
                OptionalInt.empty());
    }
}
