package io.jubelet.sim;

import static io.jubelet.sim.Invariants.require;

import io.jubelet.core.cgroup.CgroupLayout;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.sim.host.FakeCgroups;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.FakeSandbox;
import io.jubelet.sim.runtime.RuntimeFact;
import io.jubelet.sim.runtime.RuntimeModel;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What may happen to cgroups: nothing of a pod starts before its cgroup is there and holds it to
/// its limits, none is removed while something in it runs, and none outlives its pod.
///
/// Thread: whoever holds the baton.
final class CgroupRules {
    static final CgroupLayout LAYOUT = new CgroupLayout(CgroupName.parse("/simulated"));

    private final RuntimeModel truth;
    private final FakeCgroups cgroups;
    private final Wishes wishes;
    private final LifeLog lives;
    private boolean active;

    CgroupRules(RuntimeModel truth, FakeCgroups cgroups, Wishes wishes, LifeLog lives) {
        this.truth = truth;
        this.cgroups = cgroups;
        this.wishes = wishes;
        this.lives = lives;
        cgroups.onRemove(this::onRemove);
    }

    /// Whether the agent of this run gives pods cgroups.
    void active(boolean whether) {
        active = whether;
    }

    void onFact(RuntimeFact fact) {
        switch (fact) {
            case RuntimeFact.SandboxStarted(var sandbox) -> onStart(sandbox, "a sandbox");
            case RuntimeFact.ContainerStarted(var container) ->
                    onStart(container.sandbox(), container.toString());
            case RuntimeFact.SandboxStopped _,
                    RuntimeFact.SandboxRemoved _,
                    RuntimeFact.ContainerCreated _,
                    RuntimeFact.ContainerExited _,
                    RuntimeFact.ContainerRemoved _ -> {}
        }
    }

    private void onStart(FakeSandbox sandbox, String what) {
        if (!active || sandbox.owner().isEmpty() || lives.inCrashShadow()) {
            return;
        }
        require(
                cgroups.limits(parent(sandbox)).isPresent(),
                () -> what + " started, and nothing holds its pod " + sandbox.spec().pod());
    }

    private void onRemove(CgroupName name) {
        var alive =
                truth.containers().stream()
                        .filter(FakeContainer::alive)
                        .filter(container -> parent(container.sandbox()).equals(name))
                        .findFirst();
        require(
                alive.isEmpty() || lives.inCrashShadow(),
                () -> name + " was removed, and with it this was killed: " + alive);
    }

    private static CgroupName parent(FakeSandbox sandbox) {
        return CgroupName.parse(sandbox.spec().resources().cgroupParent());
    }

    /// The pods that have one.
    Set<PodUid> pods() {
        var found = new TreeSet<PodUid>();
        for (var name : cgroups.tree().keySet()) {
            if (!name.parts().isEmpty()) {
                CgroupLayout.podOf(name.parts().getLast()).ifPresent(found::add);
            }
        }
        return found;
    }

    /// One that nobody wants any more.
    Optional<String> leftOver() {
        return pods().stream()
                .filter(wishes::nobodyWants)
                .map(uid -> "nobody wants the cgroup of " + uid)
                .findFirst();
    }
}
