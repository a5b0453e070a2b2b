package io.jubelet.app;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.log.Log;
import java.time.Duration;

/// Gives memory back to the machine once a burst of work is over.
///
/// Thread: its own virtual thread, `heap`.
final class HeapKeeper {
    private static final Log LOG = Log.of(HeapKeeper.class);
    private static final Duration APART = Duration.ofSeconds(5);

    private final Execution execution;

    private HeapKeeper(Execution execution) {
        this.execution = execution;
    }

    static void start(Execution execution) {
        execution.start(ThreadKind.POD, "heap", new HeapKeeper(execution)::run);
    }

    private void run() {
        var clock = execution.signal("heap");
        var settled = 0L;
        var quiet = 0;
        var before = look();
        while (true) {
            clock.await(APART);
            var now = look();
            quiet = HeapPolicy.atRest(before, now, APART) ? quiet + 1 : 0;
            if (HeapPolicy.wantsCollection(settled, now, quiet)) {
                settled = collect(now);
                now = look();
            }
            before = now;
        }
    }

    private static HeapPolicy.Look look() {
        var runtime = Runtime.getRuntime();
        var committed = runtime.totalMemory();
        return new HeapPolicy.Look(committed, committed - runtime.freeMemory());
    }

    private static long collect(HeapPolicy.Look now) {
        System.gc();
        var committed = Runtime.getRuntime().totalMemory();
        LOG.v(2)
                .info(
                        "Gave memory back to the machine",
                        "heapBefore",
                        now.committed(),
                        "heapAfter",
                        committed);
        return committed;
    }
}
