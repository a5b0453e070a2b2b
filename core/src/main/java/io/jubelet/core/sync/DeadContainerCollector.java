package io.jubelet.core.sync;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.host.LogName;
import io.jubelet.core.host.LogStore;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.status.Phase;
import io.jubelet.core.status.PodView;
import io.jubelet.core.status.PodViews;
import io.jubelet.log.Log;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Removes dead containers when all pods together have more than the node allows: what no pod can
/// see by itself. A node without such a limit has none.
///
/// It goes by the last listing. That may be old, but an instance that has a successor never gets
/// its place back, and a pod that has ended never runs again.
///
/// Thread: its own, `container-gc`.
/// Upstream: kubelet.go StartGarbageCollection.
public final class DeadContainerCollector {
    private static final Log LOG = Log.of(DeadContainerCollector.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final Execution execution;
    private final ContainerRuntime runtime;
    private final LogStore logs;
    private final Supplier<List<ListedContainer>> listed;
    private final PodViews views;
    private final DeadContainerLimits limits;
    private final Signal rest;

    /// @param listed what is in the runtime, as last listed
    public DeadContainerCollector(
            Execution execution,
            ContainerRuntime runtime,
            LogStore logs,
            Supplier<List<ListedContainer>> listed,
            PodViews views,
            DeadContainerLimits limits) {
        this.execution = execution;
        this.runtime = runtime;
        this.logs = logs;
        this.listed = listed;
        this.views = views;
        this.limits = limits;
        this.rest = execution.signal("container-gc");
    }

    public void start() {
        if (limits.total() >= 0) {
            execution.start(ThreadKind.SERVICE, "container-gc", this::run);
        }
    }

    private void run() {
        while (true) {
            rest.await(PERIOD);
            collect();
        }
    }

    /// Pods that nobody wants take their containers with them, and count for nothing here.
    private void collect() {
        var wanted = views.wanted();
        var known = uids(wanted);
        var containers =
                listed.get().stream().filter(it -> known.contains(it.pod().uid())).toList();
        var ended = uids(wanted.stream().filter(DeadContainerCollector::toldAsEnded).toList());
        DeadContainerPlanner.tooMany(containers, ended, limits, execution.now())
                .forEach(this::remove);
    }

    private static Set<PodUid> uids(List<PodView> views) {
        return views.stream().map(view -> view.identity().uid()).collect(Collectors.toSet());
    }

    /// Whether the API server has the pod's end too, so that an agent after this one knows of it.
    /// Of a static pod the containers alone tell.
    private static boolean toldAsEnded(PodView view) {
        return view.stopped()
                && view.desired()
                        .filter(pod -> Phase.isFinal(pod.getStatus().getPhase()))
                        .isPresent();
    }

    private void remove(ListedContainer container) {
        try {
            // One that is gone by now may have left its number, and its log's name, to another.
            if (runtime.containerStatus(container.id()).exited()) {
                LOG.v(2)
                        .info(
                                "Removing a dead container: there are too many",
                                "pod",
                                container.pod(),
                                "containerID",
                                container.id());
                logs.removeAll(
                        new LogName(container.pod(), container.name(), container.attempt()),
                        container.id());
                runtime.removeContainer(container.id());
            }
        } catch (HostCallException failure) {
            say(container, failure.reason());
        } catch (RuntimeCallException failure) {
            if (failure.code() != RuntimeCallException.Code.NOT_FOUND) {
                say(container, failure.reason());
            }
        }
    }

    private static void say(ListedContainer container, String reason) {
        LOG.warning(
                "Failed to remove a dead container",
                "pod",
                container.pod(),
                "containerID",
                container.id(),
                "reason",
                reason);
    }
}
