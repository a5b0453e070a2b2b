package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.log.Log;

/// How often a container was started before: by the runtime's word, or by the logs that are left
/// where the runtime knows nothing of it any more. So a log is never written to twice.
///
/// Thread: the pod's worker; blocks on host calls.
/// Upstream: kuberuntime_container.go calcRestartCountByLogDir.
final class RestartCounts {
    private static final Log LOG = Log.of(RestartCounts.class);

    private final LogStore logs;

    RestartCounts(LogStore logs) {
        this.logs = logs;
    }

    /// The number of the instance that is to start.
    int attempt(DesiredPod pod, PodObservation seen, PodAction.StartContainer action) {
        if (seen.container(action.container()).isPresent()) {
            return action.attempt();
        }
        try {
            var newest = logs.newest(pod.identity(), action.container());
            // Those before it belong to containers that nobody will remove any more.
            newest.ifPresent(
                    last ->
                            logs.removeBefore(
                                    new LogName(pod.identity(), action.container(), last)));
            return newest.isPresent() ? newest.getAsInt() + 1 : action.attempt();
        } catch (HostCallException failure) {
            LOG.warning(
                    "Cannot calculate the restart count from the log directory",
                    "pod",
                    pod.identity(),
                    "container",
                    action.container(),
                    "reason",
                    failure.reason());
            return action.attempt();
        }
    }
}
