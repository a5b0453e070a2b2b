package io.jubelet.core.certificate;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides when a certificate is renewed and how long a failed try waits for the next.
///
/// Thread: stateless.
/// Upstream: client-go util/certificate nextRotationDeadline, certSatisfiesTemplate and the
/// back-off of run. Intended difference: a signer that leaves out a part of what it was asked for
/// is not asked for the same again every second.
public final class RotationPlanner {
    private static final double EARLIEST = 0.7;
    private static final double SPREAD = 0.2;
    private static final Duration FIRST_RETRY = Duration.ofSeconds(2);
    private static final int DOUBLED = 4;
    private static final Duration LAST_RETRY = Duration.ofSeconds(32);
    private static final double RETRY_JITTER = 0.1;

    private RotationPlanner() {}

    /// What is true when a decision is made.
    ///
    /// @param held the certificate in use, which may have expired
    /// @param wish what a certificate should say now; empty when that is not known
    /// @param answered what the one held was asked for, if this process asked for it
    /// @param forced whether it is renewed whatever it says: it was lent to us to begin with
    /// @param jitter from 0 up to 1, drawn once for each certificate
    public record Situation(
            Optional<CertificateFacts> held,
            Optional<CertificateWish> wish,
            Optional<CertificateWish> answered,
            boolean forced,
            double jitter) {}

    public static RotationStep plan(Situation situation, Instant now) {
        var deadline = deadline(situation);
        if (deadline.isPresent() && now.isBefore(deadline.get())) {
            return new RotationStep.Keep(deadline.get());
        }
        return situation
                .wish()
                .<RotationStep>map(RotationStep.Ask::new)
                .orElseGet(RotationStep.NothingToAsk::new);
    }

    /// Until when the certificate is kept; empty when it is to be renewed at once.
    private static Optional<Instant> deadline(Situation situation) {
        return situation
                .held()
                .filter(held -> !situation.forced() && satisfies(held, situation))
                .map(held -> deadline(held, situation.jitter()));
    }

    private static boolean satisfies(CertificateFacts held, Situation situation) {
        return situation.wish().isEmpty()
                || held.satisfies(situation.wish().get())
                || situation.wish().equals(situation.answered());
    }

    /// Between 70 and 90 % of the certificate's life.
    static Instant deadline(CertificateFacts held, double jitter) {
        var life = Duration.between(held.notBefore(), held.notAfter());
        var share = EARLIEST + SPREAD * jitter;
        return held.notBefore().plusMillis(Math.round(life.toMillis() * share));
    }

    /// How long after this many failures in a row the next try comes.
    static Duration retryAfter(int failures, double jitter) {
        if (failures > DOUBLED) {
            return LAST_RETRY;
        }
        var base = FIRST_RETRY.toMillis() << (failures - 1);
        return Duration.ofMillis(base + (long) (base * RETRY_JITTER * jitter));
    }

    /// Whether this failure is the one after which upstream says that it gave up its back-off.
    static boolean backOffReached(int failures) {
        return failures == DOUBLED + 1;
    }
}
