package io.jubelet.core.certificate;

import java.time.Duration;
import java.util.Optional;

/// What becomes of an agent without a valid client certificate.
///
/// Thread: stateless.
/// Upstream: pkg/kubelet/certificate/transport.go addCertRotation.
final class LostCertificatePolicy {
    private LostCertificatePolicy() {}

    /// What to do about it.
    enum Verdict {
        GO_ON,
        /// Say that nothing can be done until the server answers.
        TELL,
        /// End the process: whoever starts it again may have laid down other credentials.
        EXIT
    }

    /// @param missingFor how long there has been none
    /// @param exitAfter how long that may last; empty for ever
    /// @param serverAnswers whether the API server was heard when it was last asked
    static Verdict verdict(
            Duration missingFor, Optional<Duration> exitAfter, boolean serverAnswers) {
        if (exitAfter.isEmpty() || missingFor.compareTo(exitAfter.get()) <= 0) {
            return Verdict.GO_ON;
        }
        return serverAnswers ? Verdict.EXIT : Verdict.TELL;
    }
}
