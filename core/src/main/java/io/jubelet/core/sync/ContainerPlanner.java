package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.core.runtime.ObservedContainer;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.sync.PodAction.Reason;
import io.jubelet.core.waiting.WaitReason;
import io.jubelet.model.pod.ContainerHash;
import java.util.Optional;

/// Decides what is next for one container of a pod that has a sandbox to live in. Pure.
///
/// Upstream: kuberuntime_manager.go computePodActions, the part about one container;
/// container/helpers.go ShouldContainerBeRestarted; kuberuntime_manager.go doBackOff.
final class ContainerPlanner {
    private final PlanInput input;
    private final ObservedSandbox sandbox;
    private final PlanDraft draft;

    ContainerPlanner(PlanInput input, ObservedSandbox sandbox, PlanDraft draft) {
        this.input = input;
        this.sandbox = sandbox;
        this.draft = draft;
    }

    /// The key under which a container's crashes are counted: another image starts over.
    static String backOffKey(Container container) {
        return container.getName() + "@" + container.getImage();
    }

    static boolean changed(Container container, ObservedContainer latest) {
        return latest.hash().map(hash -> !hash.equals(ContainerHash.of(container))).orElse(false);
    }

    /// The newest instance of the container in this pod, in whatever sandbox.
    Optional<ObservedContainer> latest(Container container) {
        return input.seen().container(container.getName());
    }

    /// The newest instance of the container, if it is in the sandbox that the pod lives in now.
    Optional<ObservedContainer> here(Container container) {
        return latest(container).filter(found -> found.sandbox().equals(sandbox.id()));
    }

    /// Whether this running instance has started, as far as its probe says.
    boolean started(ObservedContainer running) {
        return input.probes()
                .started(input.desired().uid(), running.name(), running.id())
                .orElse(true);
    }

    /// Starts it, starts it again, or stops what must not go on; leaves it where it is well.
    void plan(Container container, ContainerKind kind) {
        var found = latest(container);
        if (found.isEmpty()) {
            draft.start(container, kind, 0, sandbox, Optional.empty());
            return;
        }
        var latest = found.get();
        switch (latest.state()) {
            // Made but never started, as a crash between the two calls leaves it: make it anew.
            case CREATED -> draft.remove(latest);
            case UNKNOWN -> {
                if (kind != ContainerKind.EPHEMERAL) {
                    draft.stop(latest, Reason.STATE_UNKNOWN);
                }
            }
            case RUNNING -> {
                if (staysAsWanted(kind) && changed(container, latest)) {
                    draft.stop(latest, Reason.SPECIFICATION_CHANGED);
                } else {
                    input.verdicts().of(latest.id()).ifPresent(why -> draft.stop(latest, why));
                }
            }
            case EXITED -> {
                if (startsAgain(container, kind, latest)) {
                    restart(container, kind, latest);
                }
            }
        }
    }

    /// Whether one that runs is replaced when its specification changes.
    private static boolean staysAsWanted(ContainerKind kind) {
        return switch (kind) {
            case REGULAR, SIDECAR -> true;
            case INIT, EPHEMERAL -> false;
        };
    }

    /// Whether a regular container will not be started any more.
    boolean endedForGood(Container container) {
        return latest(container)
                .filter(ObservedContainer::exited)
                .filter(ended -> !startsAgain(container, ContainerKind.REGULAR, ended))
                .isPresent();
    }

    private boolean startsAgain(Container container, ContainerKind kind, ObservedContainer ended) {
        var code = ended.exit().orElseThrow().code();
        return switch (kind) {
            case SIDECAR -> true;
            case EPHEMERAL -> false;
            case REGULAR -> input.startsAgain(container, ended);
            // One that succeeded in an older sandbox has to succeed in this one too.
            case INIT -> code == 0 || input.desired().restartsAfter(container, code);
        };
    }

    private void restart(Container container, ContainerKind kind, ObservedContainer ended) {
        var finished = ended.exit().orElseThrow().finishedAt();
        var key = backOffKey(container);
        var retryAfter = input.backOff().retryAfter(key, finished, input.now());
        if (retryAfter.isPresent()) {
            draft.waitUntil(
                    new WaitReason.CrashLoopBackOff(
                            container.getName(), podText(), input.backOff().delay(key)),
                    retryAfter.get());
            return;
        }
        draft.start(container, kind, ended.attempt() + 1, sandbox, Optional.of(finished));
    }

    private String podText() {
        var desired = input.desired();
        return desired.identity().fullName() + "(" + desired.uid() + ")";
    }
}
