package io.jubelet.core;

import io.jubelet.core.cgroup.PodCgroups;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.image.ImageCollector;
import io.jubelet.core.loop.DirectoryWatch;
import io.jubelet.core.loop.LoopInbox;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.observation.Relister;
import io.jubelet.core.rotation.LogRotator;
import io.jubelet.core.status.PodViews;
import io.jubelet.core.sync.DeadContainerCollector;

/// All that clears up behind pods from time to time, each on a thread of its own: folders and
/// cgroups, logs, images, dead containers.
///
/// Thread: built and started by one.
final class Sweepers {
    private final DirectoryWatch directories;
    private final LogRotator rotator;
    private final ImageCollector images;
    private final DeadContainerCollector containers;

    Sweepers(
            Agent.Ports ports,
            AgentSettings settings,
            Relister relister,
            PodViews views,
            PodCgroups cgroups,
            LoopInbox inbox,
            EventRecorder recorder,
            Meter meter) {
        var execution = ports.execution();
        var logs = ports.files().logs();
        this.directories = new DirectoryWatch(execution, ports.files(), cgroups, inbox);
        this.rotator =
                new LogRotator(
                        execution,
                        ports.runtime(),
                        logs,
                        relister::containers,
                        settings.rotation());
        this.images =
                new ImageCollector(
                        execution,
                        ports.runtime(),
                        ports.images(),
                        settings.images(),
                        recorder,
                        settings.node().nodeName(),
                        meter);
        this.containers =
                new DeadContainerCollector(
                        execution,
                        ports.runtime(),
                        logs,
                        relister::containers,
                        views,
                        settings.deadContainers());
    }

    void start() {
        directories.start();
        rotator.start();
        images.start();
        containers.start();
    }

    /// The disk may be fuller than it was.
    void imagesCame() {
        images.wake();
    }
}
