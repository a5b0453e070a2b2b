package io.jubelet.core.pod;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.journal.PodJournal;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.probe.PodProbes;
import io.jubelet.core.status.PodViews;
import io.jubelet.core.status.StatusInput;
import io.jubelet.core.status.StatusSink;
import io.jubelet.core.sync.SyncTimes;
import io.jubelet.core.sync.SyncTurn;
import io.jubelet.core.sync.TeardownTurn;
import java.time.Duration;
import java.util.function.Supplier;

/// What every pod worker works with.
///
/// @param statuses who brings each status to the API server
/// @param nodeSide what the node adds to a status, as far as it is known
/// @param journal who keeps what happens to a pod for those who ask
/// @param meter who counts what workers do
public record PodTools(
        Execution execution,
        SyncTurn sync,
        TeardownTurn teardown,
        PodViews views,
        StatusSink statuses,
        PodMemory memory,
        SyncTimes times,
        Supplier<StatusInput.NodeSide> nodeSide,
        PodProbes probes,
        PodJournal journal,
        Meter meter) {
    /// How long a pod at rest is left alone.
    Duration untilResync() {
        return SyncTimes.jittered(times.resync(), execution);
    }
}
