package io.jubelet.core.sync;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.meter.ContainerType;
import io.jubelet.core.meter.Figure;
import io.jubelet.core.meter.Meter;
import io.jubelet.core.observation.PodObserver.Made;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.waiting.CgroupNotMade;
import io.jubelet.core.waiting.WaitReason;
import java.util.function.Supplier;

/// Tells what became of sandboxes and containers that were to be started.
///
/// Thread: the pod's worker.
/// Upstream: kuberuntime_manager.go SyncPod, instrumented_services.go RunPodSandbox.
final class StartFigures {
    private final Execution execution;
    private final Meter meter;

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
            PodActionExecutor.Outcome outcome, boolean ownUsers, boolean endRequested) {
        var failure = outcome.failure();
        if (failure.filter(CgroupNotMade.class::isInstance).isEmpty() && begun(outcome)) {
            meter.tell(new Figure.SandboxTried(ownUsers, failure.isPresent() && !endRequested));
        }
        return outcome;
    }

    /// One whose image is coming has not been tried yet.
    PodActionExecutor.Outcome container(ContainerKind kind, PodActionExecutor.Outcome outcome) {
        var failure = outcome.failure();
        if (failure.filter(WaitReason.OfPull.class::isInstance).isEmpty() && begun(outcome)) {
            meter.tell(new Figure.ContainerTried(type(kind), failure.map(StartFigures::code)));
        }
        return outcome;
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
