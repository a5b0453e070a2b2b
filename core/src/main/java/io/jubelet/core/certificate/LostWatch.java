package io.jubelet.core.certificate;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Notices that there is no valid client certificate any more, says so once, and tells when the
/// process has nothing to go on with.
///
/// Thread: the keeper's.
/// Upstream: pkg/kubelet/certificate/transport.go addCertRotation.
final class LostWatch {
    private static final Log LOG = Log.of(LostWatch.class);

    private final Execution execution;
    private final Optional<Duration> exitAfter;
    private final Consumer<String> lost;
    private Tick lastValid;
    private boolean told;

    LostWatch(Execution execution, Optional<Duration> exitAfter, Consumer<String> lost) {
        this.execution = execution;
        this.exitAfter = exitAfter;
        this.lost = lost;
        this.lastValid = execution.tick();
    }

    void look(boolean valid, boolean serverAnswers) {
        if (valid) {
            lastValid = execution.tick();
            told = false;
            return;
        }
        var missing = lastValid.until(execution.tick());
        switch (LostCertificatePolicy.verdict(missing, exitAfter, serverAnswers)) {
            case GO_ON -> {}
            case TELL -> {
                if (!told) {
                    told = true;
                    LOG.warning(
                            "No valid client certificate is found but the server is not"
                                    + " responsive. A restart may be necessary to retrieve new"
                                    + " initial credentials.");
                }
            }
            case EXIT ->
                    lost.accept(
                            "No valid client certificate is found and the server is responsive,"
                                    + " exiting.");
        }
    }
}
