package io.jubelet.core.node;

import io.jubelet.model.codec.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// What keeps the node from being ready, in upstream's words and order.
///
/// Thread: any; pure.
/// Upstream: runtime.go runtimeErrors and networkErrors, pleg/generic.go Healthy.
final class ReadinessCalculator {
    /// A runtime that is restarted in this time never makes the node unready.
    static final Duration RUNTIME_THRESHOLD = Duration.ofSeconds(30);

    /// The whole runtime has to be seen once in this time.
    static final Duration LISTING_THRESHOLD = Duration.ofMinutes(3);

    private ReadinessCalculator() {}

    /// Empty when nothing does.
    static List<String> problems(NodeNews.RuntimeNews runtime) {
        var problems = new ArrayList<String>();
        if (runtime.sinceReady().isEmpty()) {
            problems.add("container runtime status check may not have completed yet");
        } else if (runtime.sinceReady().get().compareTo(RUNTIME_THRESHOLD) >= 0) {
            problems.add("container runtime is down");
        }
        listing(runtime, problems);
        if (runtime.health().isEmpty()) {
            problems.add("network state unknown");
            return problems;
        }
        var health = runtime.health().get();
        if (!health.runtime().ready()) {
            problems.add(
                    "container runtime not ready: " + health.runtime().describe("RuntimeReady"));
        }
        if (!health.network().ready()) {
            problems.add(
                    "container runtime network not ready: "
                            + health.network().describe("NetworkReady"));
        }
        return problems;
    }

    private static void listing(NodeNews.RuntimeNews runtime, List<String> problems) {
        if (runtime.sinceListed().isEmpty()) {
            problems.add("PLEG is not healthy: pleg has yet to be successful");
            return;
        }
        var since = runtime.sinceListed().get();
        if (since.compareTo(LISTING_THRESHOLD) > 0) {
            problems.add(
                    "PLEG is not healthy: pleg was last seen active %s ago; threshold is %s"
                            .formatted(
                                    GoDuration.print(since.toNanos()),
                                    GoDuration.print(LISTING_THRESHOLD.toNanos())));
        }
    }

    /// Several problems as one message, each of them once.
    static String aggregate(List<String> problems) {
        var distinct = new LinkedHashSet<>(problems);
        return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
    }
}
