package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.status.PodView;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.RuntimeModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// What the agent may say of pods: nothing of a Terminated pod runs, a final phase never changes,
/// restart counts only grow.
///
/// Thread: whoever holds the baton.
final class ViewRules {
    private final RuntimeModel truth;
    private final Wishes wishes;
    private final Supplier<List<PodView>> views;
    private final LifeLog lives;
    private final Map<PodUid, String> finalPhases = new LinkedHashMap<>();
    private final Map<String, Integer> restartCounts = new LinkedHashMap<>();

    ViewRules(RuntimeModel truth, Wishes wishes, Supplier<List<PodView>> views, LifeLog lives) {
        this.truth = truth;
        this.wishes = wishes;
        this.views = views;
        this.lives = lives;
    }

    void check() {
        for (var view : views.get()) {
            nothingRunsAfterTheEnd(view);
            if (wishes.settled(view.identity().uid(), lives.now())) {
                finalPhaseStays(view);
                restartCountsGrow(view);
            } else {
                finalPhases.remove(view.identity().uid());
                restartCounts.keySet().removeIf(key -> key.startsWith(prefix(view)));
            }
        }
    }

    /// A new agent has not looked yet, and may show less at first than its predecessor. Of a pod of
    /// the API server it shows what that has, which may not have heard of the end.
    void forgetCounts() {
        finalPhases.keySet().removeIf(wishes::isBound);
        restartCounts.clear();
    }

    private void nothingRunsAfterTheEnd(PodView view) {
        if (!view.stage().equals("Terminated") || lives.inCrashShadow()) {
            return;
        }
        var uid = view.identity().uid();
        var alive =
                truth.containers().stream()
                        .filter(FakeContainer::alive)
                        .filter(container -> container.sandbox().spec().pod().uid().equals(uid))
                        .findFirst();
        require(alive.isEmpty(), () -> "the pod is Terminated, yet this runs: " + alive);
    }

    private void finalPhaseStays(PodView view) {
        var phase = view.status().getPhase();
        var before = finalPhases.get(view.identity().uid());
        if (before != null) {
            require(
                    phase.isEmpty() || phase.equals(before),
                    () ->
                            view.identity()
                                    + " went from the final phase "
                                    + before
                                    + " to "
                                    + phase);
        } else if (phase.equals("Succeeded") || phase.equals("Failed")) {
            finalPhases.put(view.identity().uid(), phase);
        }
    }

    private void restartCountsGrow(PodView view) {
        for (var status : view.status().getContainerStatusesList()) {
            var key = prefix(view) + status.getName();
            var before = restartCounts.getOrDefault(key, 0);
            require(
                    status.getRestartCount() >= before,
                    () -> "the restart count of %s fell from %d".formatted(key, before));
            restartCounts.put(key, status.getRestartCount());
        }
    }

    private static String prefix(PodView view) {
        return view.identity().uid() + "/";
    }
}
