package io.jubelet.server;

import io.jubelet.server.endpoint.HealthCheck;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What `/healthz` of the HTTPS port looks at.
///
/// Thread: stateless.
final class NodeChecks {
    private static final Duration LEAST_SILENCE = Duration.ofMinutes(5);

    private NodeChecks() {}

    static List<HealthCheck> of(NodeState node, Duration syncFrequency) {
        var twice = syncFrequency.multipliedBy(2);
        var longest = twice.compareTo(LEAST_SILENCE) > 0 ? twice : LEAST_SILENCE;
        return List.of(
                HealthCheck.ping(),
                LogCheck.ofTheLog(),
                new HealthCheck("syncloop", () -> syncLoop(node.loopSilence(), longest)));
    }

    private static Optional<String> syncLoop(Duration silence, Duration longest) {
        return silence.compareTo(longest) > 0
                ? Optional.of("sync Loop took longer than expected")
                : Optional.empty();
    }
}
