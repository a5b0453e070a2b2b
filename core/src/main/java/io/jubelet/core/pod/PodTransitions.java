package io.jubelet.core.pod;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The stage a pod is in after it read its mail. Pure.
///
/// Upstream: pod_workers.go UpdatePod and its prose.
final class PodTransitions {
    private PodTransitions() {}

    static PodStage next(PodStage stage, PodMail mail, Optional<Duration> grace, Instant now) {
        return switch (stage) {
            case PodStage.Waiting waiting -> {
                if (mail.removed()) {
                    yield waiting.toTerminating(now, grace, KillReason.REMOVED);
                }
                yield mail.released()
                        ? waiting.toSyncing(now)
                        : mail.turnOf().map(waiting::behind).orElse(waiting);
            }
            case PodStage.Syncing syncing ->
                    mail.removed()
                            ? syncing.toTerminating(now, grace, KillReason.REMOVED)
                            : syncing;
            case PodStage.Terminating terminating -> terminating;
            case PodStage.Terminated terminated -> terminated;
            case PodStage.Finished finished -> finished;
        };
    }
}
