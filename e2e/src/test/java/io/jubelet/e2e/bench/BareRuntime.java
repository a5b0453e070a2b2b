package io.jubelet.e2e.bench;

import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.e2e.harness.Rig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;

/// Pods made by nothing but the runtime's calls, one after the other and with the same rests
/// between them as a kubelet's: what no kubelet can be faster than.
///
/// Thread: the run's.
///
/// @param start milliseconds of sandbox, create and start
/// @param stop milliseconds of stopping container and sandbox
record BareRuntime(Samples start, Samples stop) {
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final double NANOS = 1e6;

    static final BareRuntime NOTHING = new BareRuntime(Samples.NONE, Samples.NONE);

    private record Running(SandboxId sandbox, ContainerId container) {}

    static BareRuntime measure(Rig rig, int pods) {
        var starts = new ArrayList<Double>();
        var stops = new ArrayList<Double>();
        var folder = rig.state().resolve("bare");
        for (var index = 0; index < pods; index++) {
            var pod = BarePod.make("bare-" + index, folder);
            var begin = System.nanoTime();
            var running = start(rig, pod);
            var ran = System.nanoTime();
            rig.runtime().stopContainer(running.container(), GRACE);
            rig.runtime().stopSandbox(running.sandbox());
            var stopped = System.nanoTime();
            rig.runtime().removeSandbox(running.sandbox());
            // The first one warms this very process.
            if (index > 0) {
                starts.add((ran - begin) / NANOS);
                stops.add((stopped - ran) / NANOS);
            }
            // Waits for nothing: calls that follow each other at once are faster than any pod's.
            LockSupport.parkNanos(BenchTurn.REST.toNanos());
        }
        return new BareRuntime(new Samples(starts), new Samples(stops));
    }

    private static Running start(Rig rig, BarePod pod) {
        var sandbox = rig.runtime().runSandbox(pod.sandbox());
        var container = rig.runtime().createContainer(sandbox, pod.container(), pod.sandbox());
        rig.runtime().startContainer(container);
        return new Running(sandbox, container);
    }

    BareRuntime and(BareRuntime more) {
        return new BareRuntime(start.and(more.start), stop.and(more.stop));
    }

    Figures figures() {
        return Figures.NONE.withSpread("bare_start", start).withSpread("bare_stop", stop);
    }
}
