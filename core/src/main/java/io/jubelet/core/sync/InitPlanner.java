package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.core.waiting.InitContainerRunning;
import io.jubelet.core.waiting.SidecarStarting;
import java.util.List;

/// Decides what is next for a pod's init containers and sidecars. Pure.
///
/// They start one after the other: an init container's success, and a sidecar's having started,
/// opens the way for the next. Whatever stands before the furthest one that was ever made has been
/// through, even if the runtime has lost it; sidecars among them are kept alive.
///
/// Upstream: kuberuntime_container.go computeInitContainerActions.
final class InitPlanner {
    private final ContainerPlanner containers;
    private final PlanDraft draft;
    private final List<Container> all;

    InitPlanner(DesiredPod desired, ContainerPlanner containers, PlanDraft draft) {
        this.all = desired.initContainers();
        this.containers = containers;
        this.draft = draft;
    }

    /// Plans them while the pod is being initialised; answers whether it is.
    boolean initialise() {
        var furthest = furthest();
        keepSidecars(furthest);
        if (furthest >= 0 && !through(all.get(furthest))) {
            return false;
        }
        var next = furthest + 1;
        if (next < all.size()) {
            containers.plan(all.get(next), kind(all.get(next)));
            return false;
        }
        return true;
    }

    /// Keeps alive what shall run beside the regular containers.
    void keepSidecars() {
        keepSidecars(all.size());
    }

    private void keepSidecars(int before) {
        all.stream()
                .limit(Math.max(0, before))
                .filter(DesiredPod::isSidecar)
                .forEach(sidecar -> containers.plan(sidecar, ContainerKind.SIDECAR));
    }

    private int furthest() {
        for (var index = all.size() - 1; index >= 0; index--) {
            if (containers.here(all.get(index)).isPresent()) {
                return index;
            }
        }
        return -1;
    }

    /// Plans the furthest one; answers whether it opens the way for the next.
    private boolean through(Container container) {
        return DesiredPod.isSidecar(container) ? sidecarThrough(container) : initThrough(container);
    }

    private boolean initThrough(Container container) {
        var latest = containers.here(container).orElseThrow();
        if (latest.exit().map(exit -> exit.code() == 0).orElse(false)) {
            return true;
        }
        if (latest.running()) {
            draft.waitFor(new InitContainerRunning(container.getName()));
        } else {
            containers.plan(container, ContainerKind.INIT);
        }
        return false;
    }

    private boolean sidecarThrough(Container container) {
        var latest = containers.here(container).orElseThrow();
        containers.plan(container, ContainerKind.SIDECAR);
        if (latest.state() != ContainerState.RUNNING) {
            return false;
        }
        if (!containers.started(latest)) {
            draft.waitFor(new SidecarStarting(container.getName()));
            return false;
        }
        return true;
    }

    private static ContainerKind kind(Container container) {
        return DesiredPod.isSidecar(container) ? ContainerKind.SIDECAR : ContainerKind.INIT;
    }
}
