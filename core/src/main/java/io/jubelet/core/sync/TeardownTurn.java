package io.jubelet.core.sync;

import io.jubelet.core.cgroup.PodCgroups;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.PodFiles;
import io.jubelet.core.observation.PodObserver;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.volume.PodVolumes;
import io.jubelet.core.waiting.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The two turns by which a pod ends: its processes first, then all that is left of it.
///
/// Thread: the pod's worker; containers are stopped side by side.
/// Upstream: kubelet.go SyncTerminatingPod, SyncTerminatedPod.
public final class TeardownTurn {
    /// Containers, then their sandbox, and what came up meanwhile; more is a runtime that does not
    /// do what it says, and the pod is given a rest.
    private static final int MOST_ROUNDS = 10;

    /// Volumes that take longer leave as little as can be to what is left in the cgroup.
    private static final Duration UNHURRIED = Duration.ofSeconds(2);

    private final Execution execution;
    private final PodObserver observer;
    private final PodActionExecutor executor;
    private final PodFiles files;
    private final PodVolumes volumes;
    private final PodCgroups cgroups;

    public TeardownTurn(
            Execution execution,
            PodObserver observer,
            PodActionExecutor executor,
            PodFiles files,
            PodVolumes volumes,
            PodCgroups cgroups) {
        this.execution = execution;
        this.observer = observer;
        this.executor = executor;
        this.files = files;
        this.volumes = volumes;
        this.cgroups = cgroups;
    }

    /// Who follows a pod's end and may hasten it.
    public interface Monitor {
        /// What the pod is given now; where it is unknown, what each container was made with. Never
        /// longer than it was.
        Optional<Duration> grace();

        /// Waits until woken, by `wake` or by news of the pod.
        void await();

        void wake();
    }

    /// Stops every process of the pod; answers what is left, with all exit codes. Throws
    /// [RuntimeCallException] when that failed: nothing is known then.
    ///
    /// @param desired absent for a pod that was found in the runtime alone
    public PodObservation stop(PodIdentity pod, Optional<DesiredPod> desired, Monitor monitor) {
        executor.leavePulls(pod.uid());
        var begin = execution.tick();
        for (var round = 0; round < MOST_ROUNDS; round++) {
            var seen = observer.observe(pod);
            var grace = monitor.grace();
            var spent = begin.until(execution.tick());
            var stops = TeardownPlanner.stop(seen, desired, grace, spent);
            if (stops.isEmpty()) {
                return seen;
            }
            new StopRound(execution, executor, pod, desired, monitor).run(stops, grace);
        }
        throw new RuntimeCallException(
                "StopContainer",
                RuntimeCallException.Code.FAILED,
                "the runtime says it stopped what it still shows as running");
    }

    /// Gives back the volumes of a stopped pod and then its cgroup, to which volumes in memory are
    /// charged; answers what of them is still there.
    ///
    /// @param since when it stopped
    public List<Wait.Planned> release(PodIdentity pod, Instant since) {
        var mounted = volumes.release(pod.uid());
        if (mounted.isEmpty()) {
            return cgroups.remove(pod.uid());
        }
        if (since.plus(UNHURRIED).isBefore(execution.now())) {
            cgroups.lower(pod.uid());
        }
        return mounted;
    }

    /// Removes all containers, sandboxes and folders of a stopped pod without volumes. Of one that
    /// begins again at once the last logs stay, by which it goes on counting its restarts.
    public void remove(PodIdentity pod, boolean returns) {
        var seen = observer.observe(pod);
        var left = returns ? TeardownPlanner.clear(seen) : TeardownPlanner.remove(seen);
        left.forEach(action -> executor.stop(Optional.empty(), action));
        if (returns) {
            files.removePodFolder(pod.uid());
        } else {
            files.removePodDirectories(pod.uid());
        }
        volumes.forget(pod.uid());
        cgroups.forget(pod.uid());
        executor.forget(pod.uid());
    }
}
