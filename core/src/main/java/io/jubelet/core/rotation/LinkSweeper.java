package io.jubelet.core.rotation;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Tick;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import java.time.Duration;

/// Removes links to logs that are gone, from time to time.
///
/// Thread: the rotator's.
/// Upstream: kuberuntime_gc.go evictPodLogsDirectories, its second half. A runtime that fails to
/// answer costs no link.
public final class LinkSweeper {
    private static final Log LOG = Log.of(LinkSweeper.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final LogStore store;
    private Tick due;

    public LinkSweeper(Execution execution, ContainerRuntime runtime, LogStore store) {
        this.execution = execution;
        this.runtime = runtime;
        this.store = store;
        this.due = execution.tick().plus(PERIOD);
    }

    /// Does nothing before its time.
    void sweep() {
        if (execution.tick().isBefore(due)) {
            return;
        }
        due = execution.tick().plus(PERIOD);
        try {
            store.danglingLinks().stream().filter(this::useless).forEach(store::removeLink);
        } catch (HostCallException failure) {
            LOG.warning("Cannot clear up links to logs", "reason", failure.reason());
        }
    }

    private boolean useless(String link) {
        return LogName.containerOf(link).map(id -> !mayWrite(id)).orElse(true);
    }

    /// A log that is being put aside is away for a moment; of a dead container it is away for good.
    private boolean mayWrite(ContainerId id) {
        try {
            return !runtime.containerStatus(id).exited();
        } catch (RuntimeCallException failure) {
            return switch (failure.code()) {
                case NOT_FOUND -> false;
                case UNAVAILABLE, DEADLINE_EXCEEDED, UNIMPLEMENTED, FAILED -> true;
            };
        }
    }
}
