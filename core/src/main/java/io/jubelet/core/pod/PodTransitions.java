package io.jubelet.core.pod;

import io.jubelet.core.desired.DesiredPod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The stage a pod is in after it read its mail. Pure.
///
/// Upstream: pod_workers.go UpdatePod and its prose.
final class PodTransitions {
    private PodTransitions() {}

    /// @param desired the pod as it is wanted now; absent for one that only the runtime knows
    static PodStage next(PodStage stage, PodMail mail, Optional<DesiredPod> desired, Instant now) {
        return switch (stage) {
            case PodStage.Waiting waiting -> {
                var end = end(mail, desired);
                if (end.isPresent()) {
                    yield waiting.toTerminating(
                            now, grace(Optional.empty(), mail, desired), end.get());
                }
                yield mail.released()
                        ? waiting.toSyncing(now)
                        : mail.turnOf().map(waiting::behind).orElse(waiting);
            }
            case PodStage.Syncing syncing ->
                    end(mail, desired)
                            .<PodStage>map(
                                    why ->
                                            syncing.toTerminating(
                                                    now,
                                                    grace(Optional.empty(), mail, desired),
                                                    why))
                            .orElse(syncing);
            case PodStage.Terminating terminating ->
                    desired.isEmpty() && mail.order().isEmpty()
                            ? terminating
                            : terminating.within(grace(terminating.grace(), mail, desired));
            case PodStage.Terminated terminated -> terminated;
            case PodStage.Finished finished -> finished;
        };
    }

    /// Why the pod has to end, if it has to.
    private static Optional<KillReason> end(PodMail mail, Optional<DesiredPod> desired) {
        if (desired.map(DesiredPod::beingDeleted).orElse(false)) {
            return Optional.of(KillReason.DELETED);
        }
        if (mail.removed()) {
            return Optional.of(KillReason.REMOVED);
        }
        if (mail.order().isPresent()) {
            return mail.order().map(KillOrder::why);
        }
        return desired.map(DesiredPod::saidToBeFinal).orElse(false)
                ? Optional.of(KillReason.COMPLETED)
                : Optional.empty();
    }

    private static Optional<Duration> grace(
            Optional<Duration> before, PodMail mail, Optional<DesiredPod> desired) {
        return Optional.of(
                GraceCalculator.calculate(
                        before,
                        desired.flatMap(DesiredPod::deletionGrace),
                        mail.order().flatMap(KillOrder::grace),
                        desired.map(DesiredPod::terminationGrace)));
    }
}
