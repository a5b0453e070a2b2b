package io.jubelet.core.status;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodStatus;
import io.jubelet.core.runtime.PodIdentity;
import io.jubelet.core.waiting.Wait;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Everything about one pod that others may see, as of its last turn.
///
/// @param stage the name of the pod's stage, such as Syncing
/// @param stageSince when it entered that stage
/// @param desired the pod as its source gave it; absent for one found in the runtime alone
/// @param stopped whether no process of it is alive, and none ever will be
/// @param released whether it holds nothing of the node any more but records and logs
public record PodView(
        PodIdentity identity,
        Optional<Pod> desired,
        String stage,
        Instant stageSince,
        PodStatus status,
        List<Wait> waits,
        boolean stopped,
        boolean released) {
    public PodView {
        waits = List.copyOf(waits);
    }

    /// Of a pod that may have processes.
    public PodView(
            PodIdentity identity,
            Optional<Pod> desired,
            String stage,
            Instant stageSince,
            PodStatus status,
            List<Wait> waits) {
        this(identity, desired, stage, stageSince, status, waits, false, false);
    }

    /// Whether its worker keeps it running, has seen it, and it has not ended.
    public boolean lives() {
        var phase = status.getPhase();
        return stage.equals("Syncing") && (phase.equals("Pending") || phase.equals("Running"));
    }

    PodView withDesired(Pod newest) {
        return new PodView(
                identity, Optional.of(newest), stage, stageSince, status, waits, stopped, released);
    }
}
