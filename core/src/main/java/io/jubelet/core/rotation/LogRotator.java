package io.jubelet.core.rotation;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Parallel;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.log.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Looks at the logs of all running containers from time to time, puts the long ones aside, and
/// clears up links to logs that are gone.
///
/// Thread: its own, `log-rotation`; logs are worked on by a few more of that name.
/// Upstream: logs/container_log_manager.go containerLogManager.
public final class LogRotator {
    private static final Log LOG = Log.of(LogRotator.class);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final LogStore store;
    private final Supplier<List<ListedContainer>> listed;
    private final RotationSettings settings;
    private final LinkSweeper links;
    private final Signal rest;

    /// @param listed what is in the runtime, as last listed
    public LogRotator(
            Execution execution,
            ContainerRuntime runtime,
            LogStore store,
            Supplier<List<ListedContainer>> listed,
            RotationSettings settings) {
        this.execution = execution;
        this.runtime = runtime;
        this.store = store;
        this.listed = listed;
        this.settings = settings;
        this.links = new LinkSweeper(execution, runtime, store);
        this.rest = execution.signal("log-rotation");
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "log-rotation", this::run);
    }

    private void run() {
        while (true) {
            rest.await(settings.period());
            if (settings.enabled()) {
                round();
            }
            links.sweep();
        }
    }

    /// Only running ones write more, and an ended one's last lines stay where people look.
    private void round() {
        var running =
                listed.get().stream()
                        .filter(container -> container.state() == ContainerState.RUNNING)
                        .toList();
        var next = new AtomicInteger();
        var workers = new ArrayList<Runnable>();
        for (var i = 0; i < Math.min(settings.workers(), running.size()); i++) {
            workers.add(() -> work(running, next));
        }
        if (!workers.isEmpty()) {
            Parallel.run(execution, "log-rotation", workers);
        }
    }

    private void work(List<ListedContainer> running, AtomicInteger next) {
        for (var i = next.getAndIncrement(); i < running.size(); i = next.getAndIncrement()) {
            var container = running.get(i);
            var log = new LogName(container.pod(), container.name(), container.attempt());
            try {
                if (LogRotationPlanner.due(store.size(log), settings)) {
                    rotate(container.id(), log);
                }
            } catch (HostCallException failure) {
                say(container, failure.reason());
            } catch (RuntimeCallException failure) {
                // One that is gone since the listing has no log to keep short.
                if (failure.code() != RuntimeCallException.Code.NOT_FOUND) {
                    say(container, failure.reason());
                }
            }
        }
    }

    private static void say(ListedContainer container, String reason) {
        LOG.warning(
                "Failed to rotate a container's log",
                "pod",
                container.pod(),
                "container",
                container.name(),
                "containerID",
                container.id(),
                "reason",
                reason);
    }

    private void rotate(ContainerId id, LogName log) {
        for (var step :
                LogRotationPlanner.plan(log.file(), store.files(log), settings, execution.now())) {
            switch (step) {
                case LogStep.Remove remove -> store.remove(log, remove.file());
                case LogStep.Compress compress -> store.compress(log, compress.file());
                case LogStep.PutAside aside -> putAside(id, log, aside.as());
                case LogStep.Reopen _ -> runtime.reopenLog(id);
            }
        }
    }

    /// A runtime that begins no new file writes on to the old one, so that gets its name back; a
    /// runtime that says it failed and yet has begun one keeps that.
    private void putAside(ContainerId id, LogName log, String as) {
        store.putAside(log, as);
        try {
            runtime.reopenLog(id);
        } catch (RuntimeCallException failure) {
            if (!store.putBack(log, as)) {
                LOG.v(2).info("A log was reopened though the runtime says not", "containerID", id);
            }
            throw failure;
        }
    }
}
