package io.jubelet.server.metrics;

import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.runtime.PodUid;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Counts what the agent tells of its own work.
///
/// Thread: any.
final class PipelineMetrics implements Meter {
    private final StartMetrics starts = new StartMetrics();
    private final WorkMetrics work = new WorkMetrics();
    private final ProbeMetrics probes;

    /// @param pods those that are here
    PipelineMetrics(Supplier<Set<PodUid>> pods) {
        this.probes = new ProbeMetrics(pods);
    }

    /// Of `/metrics`.
    List<MetricFamily> families() {
        return Stream.concat(starts.families().stream(), work.families().stream()).toList();
    }

    /// Of `/metrics/probes`.
    List<MetricFamily> probeFamilies() {
        return probes.families();
    }

    @Override
    public void tell(Figure figure) {
        switch (figure) {
            case Figure.WorkerStarted it -> starts.tell(it);
            case Figure.PodRuns it -> starts.tell(it);
            case Figure.PodStarted it -> starts.tell(it);
            case Figure.SandboxTried it -> starts.tell(it);
            case Figure.PodWithUsersFailed it -> starts.tell(it);
            case Figure.SandboxRun it -> starts.tell(it);
            case Figure.ContainerTried it -> starts.tell(it);
            case Figure.ImagePulled it -> starts.tell(it);
            case Figure.PullRefused _ -> {}
            case Figure.PodBegun it -> starts.tell(it);
            case Figure.HookFellBack it -> starts.tell(it);
            case Figure.Relisted it -> work.tell(it);
            case Figure.PodRead it -> work.tell(it);
            case Figure.ImageRemoved it -> work.tell(it);
            case Figure.Turn it -> work.tell(it);
            case Figure.StatusWritten it -> work.tell(it);
            case Figure.CgroupChanged it -> work.tell(it);
            case Figure.OrphanFound it -> work.tell(it);
            case Figure.PodReturned it -> work.tell(it);
            case Figure.PodRejected it -> work.tell(it);
            case Figure.ContainerEnded it -> work.tell(it);
            case Figure.MirrorsKnown it -> work.tell(it);
            case Figure.Probed it -> probes.tell(it);
            case Figure.ProbesEnded it -> probes.tell(it);
        }
    }
}
