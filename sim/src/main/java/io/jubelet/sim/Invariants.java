package io.jubelet.sim;

import io.jubelet.core.status.PodView;
import io.jubelet.sim.runtime.RuntimeFact;
import io.jubelet.sim.runtime.RuntimeModel;
import java.util.List;
import java.util.function.Supplier;

/// What must hold at every moment of every run, read from the runtime's truth, the manifests and
/// the agent's views: [RuntimeRules] at every fact of the runtime, [ViewRules] after every step.
///
/// Thread: whoever holds the baton; facts come in effects of the timeline.
final class Invariants {
    private final RuntimeRules runtimeRules;
    private final ViewRules viewRules;
    private final VolumeRules volumeRules;
    private final ProbeRules probeRules;
    private final LifeLog lives;

    Invariants(
            RuntimeModel truth,
            Wishes wishes,
            Supplier<List<PodView>> views,
            VolumeRules volumeRules,
            ProbeRules probeRules,
            LifeLog lives) {
        this.volumeRules = volumeRules;
        this.probeRules = probeRules;
        this.lives = lives;
        this.runtimeRules = new RuntimeRules(truth, wishes, views, probeRules, lives);
        this.viewRules = new ViewRules(truth, wishes, views, lives);
    }

    /// One of them does not hold.
    static final class Violation extends RuntimeException {
        Violation(String message) {
            super(message);
        }
    }

    void agentStarted() {
        lives.started();
    }

    void agentCrashed() {
        lives.crashed();
        viewRules.forgetCounts();
    }

    void onFact(RuntimeFact fact) {
        runtimeRules.onFact(fact);
        volumeRules.onFact(fact);
    }

    void check() {
        viewRules.check();
        volumeRules.check();
        probeRules.check();
    }

    static void require(boolean holds, Supplier<String> message) {
        if (!holds) {
            throw new Violation("broken invariant: " + message.get());
        }
    }
}
