package io.jubelet.core;

import io.jubelet.core.image.ImageSettings;
import io.jubelet.core.image.PullSettings;
import io.jubelet.core.loop.LoopTimes;
import io.jubelet.core.objects.ChangeDetection;
import io.jubelet.core.observation.ObservationTimes;
import io.jubelet.core.rotation.RotationSettings;
import io.jubelet.core.source.FileSource;
import io.jubelet.core.sync.DeadContainerLimits;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.core.sync.SyncTimes;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.Set;

/// What of the configuration the agent itself acts upon.
///
/// @param sources the sources that must have been heard before anything counts as unwanted; one of
///     them that never speaks keeps every pod of the runtime alive
/// @param manifestRescan how often the manifest folder is read without being told to
public record AgentSettings(
        NodeFacts node,
        Set<String> sources,
        Duration manifestRescan,
        SyncTimes syncTimes,
        ObservationTimes observationTimes,
        LoopTimes loopTimes,
        ChangeDetection changeDetection,
        RotationSettings rotation,
        ImageSettings images,
        DeadContainerLimits deadContainers) {
    public AgentSettings {
        sources = Set.copyOf(sources);
    }

    /// The same with another source that must have been heard.
    public AgentSettings withSource(String source) {
        var more = new LinkedHashSet<>(sources);
        more.add(source);
        return new AgentSettings(
                node,
                more,
                manifestRescan,
                syncTimes,
                observationTimes,
                loopTimes,
                changeDetection,
                rotation,
                images,
                deadContainers);
    }

    /// The same with other limits of pulls.
    public AgentSettings withPulls(PullSettings changed) {
        return new AgentSettings(
                node,
                sources,
                manifestRescan,
                syncTimes,
                observationTimes,
                loopTimes,
                changeDetection,
                rotation,
                new ImageSettings(
                        changed, images.collection(), images.credentials(), images.trust()),
                deadContainers);
    }

    /// The same with other limits of dead containers.
    public AgentSettings withDeadContainers(DeadContainerLimits changed) {
        return new AgentSettings(
                node,
                sources,
                manifestRescan,
                syncTimes,
                observationTimes,
                loopTimes,
                changeDetection,
                rotation,
                images,
                changed);
    }

    /// Upstream's periods.
    public static AgentSettings standard(NodeFacts node) {
        return new AgentSettings(
                node,
                Set.of(FileSource.NAME),
                Duration.ofSeconds(20),
                SyncTimes.STANDARD,
                ObservationTimes.STANDARD,
                LoopTimes.STANDARD,
                ChangeDetection.WATCH,
                RotationSettings.standard(ZoneOffset.UTC),
                ImageSettings.STANDARD,
                DeadContainerLimits.STANDARD);
    }
}
