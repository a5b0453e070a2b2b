package io.jubelet.core.sync;

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

    private final Execution execution;
    private final PodObserver observer;
    private final PodActionExecutor executor;
    private final PodFiles files;
    private final PodVolumes volumes;

    public TeardownTurn(
            Execution execution,
            PodObserver observer,
            PodActionExecutor executor,
            PodFiles files,
            PodVolumes volumes) {
        this.execution = execution;
        this.observer = observer;
        this.executor = executor;
        this.files = files;
        this.volumes = volumes;
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

    /// Gives the volumes of a stopped pod back; answers what of them is still there.
    public List<Wait.Planned> releaseVolumes(PodIdentity pod) {
        return volumes.release(pod.uid());
    }

    /// Removes all containers, sandboxes and folders of a stopped pod without volumes.
    public void remove(PodIdentity pod) {
        for (var action : TeardownPlanner.remove(observer.observe(pod))) {
            executor.stop(Optional.empty(), action);
        }
        files.removePodDirectories(pod.uid());
        volumes.forget(pod.uid());
    }
}
