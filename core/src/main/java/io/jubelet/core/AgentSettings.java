package io.jubelet.core;

import io.jubelet.core.loop.LoopTimes;
import io.jubelet.core.observation.ObservationTimes;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.core.sync.SyncTimes;
import java.time.Duration;

/// What of the configuration the agent itself acts upon.
///
/// @param manifestRescan how often the manifest folder is read without being told to
public record AgentSettings(
        NodeFacts node,
        Duration manifestRescan,
        SyncTimes syncTimes,
        ObservationTimes observationTimes,
        LoopTimes loopTimes) {

    /// Upstream's periods.
    public static AgentSettings standard(NodeFacts node) {
        return new AgentSettings(
                node,
                Duration.ofSeconds(20),
                SyncTimes.STANDARD,
                ObservationTimes.STANDARD,
                LoopTimes.STANDARD);
    }
}
