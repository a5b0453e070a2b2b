package io.jubelet.core.sync;

import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.observation.PodObserver.Made;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.users.UserNamespaces;
import io.jubelet.core.waiting.CgroupNotMade;
import io.jubelet.core.waiting.WaitReason;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Tells what became of sandboxes and containers that were to be started.
///
/// Thread: the pods' workers.
/// Upstream: kuberuntime_manager.go SyncPod, instrumented_services.go RunPodSandbox.
final class StartFigures {
    private final Execution execution;
    private final Meter meter;

    /// The runtime often notices only when it makes a container that it cannot give a pod users of
    /// its own: these pods' sandboxes were made, and no start of a container in them failed yet.
    private final Set<PodUid> withUsers = ConcurrentHashMap.newKeySet();

    StartFigures(Execution execution, Meter meter) {
        this.execution = execution;
        this.meter = meter;
    }

    /// Makes a sandbox and tells how long that took.
    SandboxId run(String handler, Supplier<SandboxId> call) {
        var began = execution.tick();
        var failed = true;
        try {
            var made = call.get();
            failed = false;
            return made;
        } finally {
            var took = began.until(execution.tick());
            meter.tell(new Figure.SandboxRun(handler, took, failed));
        }
    }

    /// A pod without a cgroup has not come as far as its sandbox, and one that is to end cannot
    /// fail any more.
    PodActionExecutor.Outcome sandbox(
            DesiredPod desired, PodActionExecutor.Outcome outcome, boolean endRequested) {
        var failure = outcome.failure();
        if (failure.filter(CgroupNotMade.class::isInstance).isEmpty() && begun(outcome)) {
            var ownUsers = UserNamespaces.wanted(desired);
            meter.tell(new Figure.SandboxTried(ownUsers, failure.isPresent() && !endRequested));
            if (ownUsers && failure.isEmpty()) {
                withUsers.add(desired.uid());
            }
        }
        return outcome;
    }

    /// One whose image is coming has not been tried yet.
    PodActionExecutor.Outcome container(
            PodUid pod, ContainerKind kind, PodActionExecutor.Outcome outcome) {
        var failure = outcome.failure();
        if (failure.filter(WaitReason.OfPull.class::isInstance).isEmpty() && begun(outcome)) {
            meter.tell(new Figure.ContainerTried(type(kind), failure.map(StartFigures::code)));
            if (failure.isPresent() && withUsers.remove(pod)) {
                meter.tell(new Figure.PodWithUsersFailed());
            }
        }
        return outcome;
    }

    /// Nothing of the pod is there any more.
    void forget(PodUid pod) {
        withUsers.remove(pod);
    }

    private static boolean begun(PodActionExecutor.Outcome outcome) {
        return outcome.failure().isPresent() || !outcome.made().equals(Made.NOTHING);
    }

    private static ContainerType type(ContainerKind kind) {
        return switch (kind) {
            case INIT, SIDECAR -> ContainerType.INIT_CONTAINER;
            case REGULAR -> ContainerType.CONTAINER;
            case EPHEMERAL -> ContainerType.EPHEMERAL_CONTAINER;
        };
    }

    /// Upstream's words, also for what it has no word of its own for.
    private static String code(WaitReason reason) {
        return switch (reason) {
            case WaitReason.RuntimeUnavailable _, WaitReason.PodFilesFailed _ ->
                    "CreateContainerError";
            default -> reason.code();
        };
    }
}
