package io.jubelet.core.pod;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.PodMemory;
import io.jubelet.core.status.PodViews;
import io.jubelet.core.sync.SyncTimes;
import io.jubelet.core.sync.SyncTurn;
import io.jubelet.core.sync.TeardownTurn;
import java.util.function.Supplier;

/// What every pod worker works with.
///
/// @param runtimeName the runtime's name, which stands before container ids in status; known
///     once it answered
public record PodTools(
        Execution execution,
        SyncTurn sync,
        TeardownTurn teardown,
        PodViews views,
        PodMemory memory,
        SyncTimes times,
        Supplier<String> runtimeName) {}
