package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.runtime.PodObservation;
import io.jubelet.log.Log;
import java.util.OptionalInt;

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

    /// The number of the instance that is to start. Throws [HostCallException] where nobody can
    /// tell: with a wrong one it would write into the log of another.
    ///
    /// @param told how often it was last said to have been restarted
    /// @param neverLogged whether its log folder has just been made
    int attempt(
            DesiredPod pod,
            PodObservation seen,
            PodAction.StartContainer action,
            int told,
            boolean neverLogged) {
        if (seen.container(action.container()).isPresent()) {
            return action.attempt();
        }
        var newest =
                neverLogged ? OptionalInt.empty() : logs.newest(pod.identity(), action.container());
        if (newest.isEmpty()) {
            return Math.max(action.attempt(), told);
        }
        removeBefore(new LogName(pod.identity(), action.container(), newest.getAsInt()));
        return Math.max(newest.getAsInt() + 1, told);
    }

    /// Those before it belong to containers that nobody will remove any more.
    private void removeBefore(LogName newest) {
        try {
            logs.removeBefore(newest);
        } catch (HostCallException failure) {
            LOG.warning(
                    "Cannot remove the logs of containers that are gone",
                    "pod",
                    newest.pod(),
                    "container",
                    newest.container(),
                    "reason",
                    failure.reason());
        }
    }
}
