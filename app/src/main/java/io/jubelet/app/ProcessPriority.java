package io.jubelet.app;

import io.jubelet.log.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Tells the kernel to kill this process last when memory runs out.
///
/// Thread: main, once.
/// Upstream: server.go run, oomAdjuster.ApplyOOMScoreAdj.
final class ProcessPriority {
    private static final Log LOG = Log.of(ProcessPriority.class);
    private static final Path SCORE = Path.of("/proc/self/oom_score_adj");

    private ProcessPriority() {}

    static void apply(int score) {
        try {
            Files.writeString(SCORE, Integer.toString(score));
        } catch (IOException failure) {
            // Not fatal upstream either: a container or a user without the right cannot do it.
            LOG.warning("Failed to ApplyOOMScoreAdj", "score", score, "err", failure.toString());
        }
    }
}
