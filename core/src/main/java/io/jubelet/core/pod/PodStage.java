package io.jubelet.core.pod;

import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Where a pod is in its life. There is no way back:
///
/// ```
/// Waiting ──▶ Syncing ──▶ Terminating ──▶ Terminated ──▶ Finished
///    └───────────────────────▲
/// ```
///
/// A transition is a method of the stage it leaves, so one that is not there cannot be made.
public sealed interface PodStage {
    Instant since();

    /// The stage's name, for people.
    default String label() {
        return getClass().getSimpleName();
    }

    /// Whether no process of a pod in this stage is alive, and none ever will be.
    static boolean withoutProcesses(PodStage stage) {
        return switch (stage) {
            case Waiting _, Syncing _, Terminating _ -> false;
            case Terminated _, Finished _ -> true;
        };
    }

    /// Until an older pod of the same name is gone.
    record Waiting(Instant since, PodUid predecessor) implements PodStage {
        Waiting behind(PodUid other) {
            return new Waiting(since, other);
        }

        Syncing toSyncing(Instant now) {
            return new Syncing(now);
        }

        Terminating toTerminating(Instant now, Optional<Duration> grace, KillReason why) {
            return new Terminating(now, grace, why);
        }
    }

    /// The runtime is made to match the pod.
    record Syncing(Instant since) implements PodStage {
        Terminating toTerminating(Instant now, Optional<Duration> grace, KillReason why) {
            return new Terminating(now, grace, why);
        }
    }

    /// Its processes are being ended.
    ///
    /// @param grace how long its containers are given; unknown for a pod found in the runtime
    record Terminating(Instant since, Optional<Duration> grace, KillReason why)
            implements PodStage {
        /// Of a pod that is in the runtime and in no source.
        static Terminating orphaned(Instant now) {
            return new Terminating(now, Optional.empty(), KillReason.ORPHANED);
        }

        /// The same with another grace, which is never longer.
        Terminating within(Optional<Duration> shorter) {
            return new Terminating(since, shorter, why);
        }

        Terminated toTerminated(Instant now) {
            return new Terminated(now, why);
        }
    }

    /// No process of it is alive, and none ever will be.
    record Terminated(Instant since, KillReason why) implements PodStage {
        Finished toFinished(Instant now) {
            return new Finished(now);
        }
    }

    /// Nothing of it is left on this machine.
    record Finished(Instant since) implements PodStage {}
}
