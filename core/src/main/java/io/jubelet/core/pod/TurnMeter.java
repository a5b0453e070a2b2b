package io.jubelet.core.pod;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Figure.TurnKind;
import io.jubelet.core.meter.Meter;
import java.util.Optional;
import java.util.function.Supplier;

/// Tells how long each turn of one worker takes, and what kind of turn it was.
///
/// Thread: the pod's worker.
/// Upstream: pod_workers.go podWorkerLoop.
final class TurnMeter {
    private final Execution execution;
    private final Meter meter;
    private boolean synced;
    private Optional<TurnKind> kind = Optional.empty();

    TurnMeter(Execution execution, Meter meter) {
        this.execution = execution;
        this.meter = meter;
    }

    TurnEnd measured(Supplier<TurnEnd> turn) {
        kind = Optional.empty();
        var began = execution.tick();
        var end = turn.get();
        kind.ifPresent(it -> meter.tell(new Figure.Turn(it, began.until(execution.tick()))));
        return end;
    }

    /// The worker has read its mail and goes to work.
    ///
    /// @param wantedAnew whether its source changed the pod
    /// @param killed whether somebody told it to end, or its source has it no more
    void begins(PodStage stage, boolean wantedAnew, boolean killed) {
        var usual = wantedAnew ? TurnKind.UPDATE : TurnKind.SYNC;
        kind =
                switch (stage) {
                    case PodStage.Waiting _, PodStage.Finished _ -> Optional.empty();
                    case PodStage.Syncing _ -> Optional.of(synced ? usual : TurnKind.CREATE);
                    case PodStage.Terminating _ -> Optional.of(killed ? TurnKind.KILL : usual);
                    case PodStage.Terminated _ -> Optional.of(TurnKind.TERMINATED);
                };
        synced |= stage instanceof PodStage.Syncing;
    }
}
