package io.jubelet.core.meter;

import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One thing that the agent did and that somebody may count, with what it took.
public sealed interface Figure {
    /// The whole runtime was listed, or could not be.
    ///
    /// @param sinceLast how long before it the last one began that succeeded
    /// @param succeededAt when it began, if it succeeded
    record Relisted(Duration took, Optional<Duration> sinceLast, Optional<Instant> succeededAt)
            implements Figure {}

    /// All that the runtime holds of one pod was read.
    record PodRead(Duration took) implements Figure {}

    /// A pod has a worker now.
    ///
    /// @param containers how many it has, beside its init containers
    record PodBegun(int containers) implements Figure {}

    /// A pod that was seen has a worker now.
    record WorkerStarted(Duration sinceSeen) implements Figure {}

    /// A pod's worker took a turn.
    record Turn(TurnKind kind, Duration took) implements Figure {}

    /// A pod that was seen waiting runs.
    record PodRuns(Duration sinceSeen) implements Figure {}

    /// The API server shows every container of a new pod as started.
    ///
    /// @param whole since the pod was made
    /// @param own the same without pulls and init containers; only of pods without state
    /// @param ownNetwork whether the pod has a network of its own
    record PodStarted(Duration whole, Optional<Duration> own, boolean ownNetwork)
            implements Figure {}

    /// A pod's sandbox was to be made.
    ///
    /// @param ownUsers whether the pod wants users of its own
    record SandboxTried(boolean ownUsers, boolean failed) implements Figure {}

    /// A container of a pod with users of its own could not be started, for the first time in a
    /// sandbox that was made.
    record PodWithUsersFailed() implements Figure {}

    /// The runtime was told to make a sandbox.
    ///
    /// @param handler the RuntimeClass's, empty for the default
    record SandboxRun(String handler, Duration took, boolean failed) implements Figure {}

    /// A container was to be started.
    ///
    /// @param failure the short word for why it does not run, if it does not
    record ContainerTried(ContainerType type, Optional<String> failure) implements Figure {}

    /// The end of a container was seen.
    ///
    /// @param ran from its start to its end; not known of one that never started
    /// @param sidecar whether others did not wait for it to end
    record ContainerEnded(
            PodUid pod,
            ContainerType type,
            boolean sidecar,
            int exitCode,
            String reason,
            Optional<Duration> ran)
            implements Figure {}

    /// An image was pulled for a part of a pod.
    ///
    /// @param whole with the wait before it
    /// @param bytes how large it is; 0 where the runtime did not tell
    record ImagePulled(PodUid pod, String part, Duration whole, long bytes) implements Figure {}

    /// An image was not pulled.
    record PullRefused(PodUid pod, String part, Duration whole) implements Figure {}

    /// An image that nobody used was removed.
    ///
    /// @param forAge whether for its age, and not for want of space
    record ImageRemoved(boolean forAge) implements Figure {}

    /// A hook was told in the clear, as its server does not speak TLS.
    record HookFellBack() implements Figure {}

    /// The machine was told something about a cgroup.
    record CgroupChanged(CgroupChange change, Duration took) implements Figure {}

    /// The API server took a pod's newest status.
    ///
    /// @param sinceChanged since the first change that it did not have
    record StatusWritten(Duration sinceChanged) implements Figure {}

    /// A container was asked by one of its probes.
    ///
    /// @param probe `Startup`, `Readiness` or `Liveness`
    record Probed(
            PodIdentity pod, String container, String probe, ProbeAnswer answer, Duration took)
            implements Figure {}

    /// The pod's containers are not asked any more.
    record ProbesEnded(PodUid pod) implements Figure {}

    /// A pod was found in the runtime that no source knows.
    record OrphanFound() implements Figure {}

    /// A pod that was removed while it ran came back and starts over.
    record PodReturned(boolean isStatic) implements Figure {}

    /// A pod may not run here.
    ///
    /// @param reason the word that its status shows
    record PodRejected(String reason) implements Figure {}

    /// So many copies of static pods the API server has.
    record MirrorsKnown(int count) implements Figure {}

    /// Why a worker took its turn.
    ///
    /// Upstream: types/pod_update.go SyncPodType, and `terminated`.
    enum TurnKind {
        CREATE("create"),
        UPDATE("update"),
        SYNC("sync"),
        KILL("kill"),
        TERMINATED("terminated");

        private final String text;

        TurnKind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /// What was done to a cgroup.
    ///
    /// Upstream: cgroup_manager_linux.go.
    enum CgroupChange {
        CREATE("create"),
        UPDATE("update"),
        DESTROY("destroy");

        private final String text;

        CgroupChange(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /// What one try of a probe gave.
    ///
    /// Upstream: prober/worker.go probeResult….
    enum ProbeAnswer {
        SUCCESSFUL("successful"),
        FAILED("failed"),
        /// It could not be made.
        UNKNOWN("unknown");

        private final String text;

        ProbeAnswer(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
