package io.jubelet.core.loop;

import io.jubelet.core.cgroup.PodCgroups;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.PodFiles;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.TreeSet;

/// Looks from time to time whose folders and cgroups are on this machine, so that what a crash left
/// behind is found. The loop itself must not touch the disk.
///
/// Thread: its own, `directory-watch`.
/// Upstream: kubelet_volumes.go cleanupOrphanedPodDirs, kubelet_pods.go cleanupOrphanedPodCgroups.
public final class DirectoryWatch {
    private static final Log LOG = Log.of(DirectoryWatch.class);
    private static final Duration PERIOD = Duration.ofSeconds(30);

    private final Execution execution;
    private final PodFiles files;
    private final PodCgroups cgroups;
    private final LoopInbox inbox;
    private final Signal rest;

    public DirectoryWatch(
            Execution execution, PodFiles files, PodCgroups cgroups, LoopInbox inbox) {
        this.execution = execution;
        this.files = files;
        this.cgroups = cgroups;
        this.inbox = inbox;
        this.rest = execution.signal("directory-watch");
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "directory-watch", this::run);
    }

    private void run() {
        while (true) {
            rest.await(PERIOD);
            try {
                var found = new TreeSet<>(files.podsWithDirectories());
                found.addAll(cgroups.pods());
                inbox.directoriesFound(found);
            } catch (HostCallException failure) {
                LOG.warning("Cannot look for left-over pods", "reason", failure.reason());
            }
        }
    }
}
