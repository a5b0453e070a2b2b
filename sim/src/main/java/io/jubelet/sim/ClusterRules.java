package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodCondition;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.model.pod.PodNames;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.RuntimeModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What the agent may do to the API server's pods: a final phase stays, what others wrote stays,
/// and only what somebody deleted and what holds nothing any more goes.
///
/// Thread: effects of the timeline.
final class ClusterRules {
    /// So long a write may be under way, even if its agent is no more.
    private static final Duration SLOWEST_WRITE = Duration.ofSeconds(61);

    private final RuntimeModel truth;
    private final FakeVolumeFiles volumes;
    private final CgroupRules cgroups;
    private final Wishes wishes;
    private final LifeLog lives;
    private boolean othersAct;

    ClusterRules(
            RuntimeModel truth,
            FakeVolumeFiles volumes,
            CgroupRules cgroups,
            Wishes wishes,
            LifeLog lives) {
        this.truth = truth;
        this.volumes = volumes;
        this.cgroups = cgroups;
        this.wishes = wishes;
        this.lives = lives;
    }

    /// What is done in here is not the agent's doing.
    void byOthers(Runnable deed) {
        othersAct = true;
        try {
            deed.run();
        } finally {
            othersAct = false;
        }
    }

    void onPod(Optional<Pod> before, Optional<Pod> after) {
        if (othersAct) {
            return;
        }
        if (before.isPresent() && after.isPresent()) {
            finalPhaseStays(before.get(), after.get());
            foreignConditionsStay(before.get(), after.get());
        } else if (before.isPresent()) {
            onRemoval(before.get());
        } else {
            onCreation(after.orElseThrow());
        }
    }

    private void finalPhaseStays(Pod before, Pod after) {
        var phase = before.getStatus().getPhase();
        var wasFinal = phase.equals("Succeeded") || phase.equals("Failed");
        require(
                !wasFinal
                        || phase.equals(after.getStatus().getPhase())
                        || lives.crashedWithin(SLOWEST_WRITE),
                () ->
                        "%s went from the final phase %s to %s at the API server"
                                .formatted(nameOf(before), phase, after.getStatus().getPhase()));
    }

    private static void foreignConditionsStay(Pod before, Pod after) {
        require(
                foreign(before).equals(foreign(after)),
                () -> nameOf(before) + " lost a condition that is not the node's");
    }

    private static List<PodCondition> foreign(Pod pod) {
        return pod.getStatus().getConditionsList().stream()
                .filter(condition -> condition.getType().equals(BoundPods.FOREIGN))
                .toList();
    }

    private void onRemoval(Pod pod) {
        if (PodNames.isMirror(pod)) {
            return;
        }
        require(
                pod.getMetadata().hasDeletionTimestamp(),
                () -> nameOf(pod) + " was removed, and nobody had deleted it");
        var uid = new PodUid(pod.getMetadata().getUid());
        var alive =
                truth.containers().stream()
                        .filter(FakeContainer::alive)
                        .filter(container -> container.sandbox().spec().pod().uid().equals(uid))
                        .findFirst();
        require(
                alive.isEmpty() || lives.inCrashShadow(),
                () -> nameOf(pod) + " was removed, and this runs: " + alive);
        require(
                !volumes.pods().contains(uid) || lives.inCrashShadow(),
                () -> nameOf(pod) + " was removed, and has volumes");
        require(
                !cgroups.pods().contains(uid) || lives.inCrashShadow(),
                () -> nameOf(pod) + " was removed, and has a cgroup");
    }

    private void onCreation(Pod pod) {
        require(PodNames.isMirror(pod), () -> nameOf(pod) + " was made, and is no copy");
        require(
                wishes.sketch(ClusterEnd.original(pod)).isPresent(),
                () -> nameOf(pod) + " is a copy of a pod that nobody ever had");
    }

    private static String nameOf(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }
}
