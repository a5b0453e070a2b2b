package io.jubelet.sim.host;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.host.HostCallException;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Cgroups in memory, with processes that take their time to die. A call may fail before it, in the
/// middle, or after it.
///
/// Thread: any; the tree is under its own monitor, for demos on the real clock.
public final class FakeCgroups implements Cgroups {
    private final Timeline timeline;
    private final Seeded random;

    /// A cgroup and what it was told; empty for one that was made and told nothing yet.
    private final Map<CgroupName, Optional<CgroupLimits>> tree = new TreeMap<>();

    /// How often a removal finds something in it still.
    private final Map<CgroupName, Integer> busy = new TreeMap<>();

    private volatile int failsOneIn;
    private volatile int busyOneIn;
    private volatile Optional<String> missing = Optional.empty();
    private volatile Consumer<CgroupName> onRemove = _ -> {};

    public FakeCgroups(Timeline timeline, Seeded random) {
        this.timeline = timeline;
        this.random = random;
    }

    /// From now on calls fail so often, done, half done or not; zero for never.
    public void faults(int failsOneIn) {
        this.failsOneIn = failsOneIn;
    }

    /// From now on one in so many removals has to be tried more than once; zero for none.
    public void busy(int oneIn) {
        this.busyOneIn = oneIn;
    }

    /// Something that does not die for so many tries is in it.
    public synchronized void occupy(CgroupName name, int tries) {
        busy.put(name, tries);
    }

    /// From now on the machine lacks that controller, or has all of them again.
    public void lacks(Optional<String> controller) {
        this.missing = controller;
    }

    /// Runs at each removal, before anything is killed.
    public void onRemove(Consumer<CgroupName> listener) {
        this.onRemove = listener;
    }

    /// The truth, without a call: all cgroups, and what those are held to that were told.
    public synchronized Map<CgroupName, Optional<CgroupLimits>> tree() {
        return new TreeMap<>(tree);
    }

    /// What it is held to, if it is there and was told.
    public Optional<CgroupLimits> limits(CgroupName name) {
        return tree().getOrDefault(name, Optional.empty());
    }

    @Override
    public boolean exists(CgroupName name) {
        call("look for cgroup " + name, List.of());
        return tree().containsKey(name);
    }

    @Override
    public void make(CgroupName name, CgroupLimits limits) {
        missing.ifPresent(
                controller -> {
                    throw new HostCallException(
                            "make cgroup %s: cgroup controller %s is not mounted"
                                    .formatted(name, controller));
                });
        call("make cgroup " + name, List.of(() -> makeFolders(name), () -> write(name, limits)));
    }

    @Override
    public void update(CgroupName name, CgroupLimits limits) {
        if (!tree().containsKey(name)) {
            throw new HostCallException("update cgroup " + name + ": no such file or directory");
        }
        call("update cgroup " + name, List.of(() -> write(name, limits)));
    }

    @Override
    public Optional<String> remove(CgroupName name) {
        if (name.parts().isEmpty()) {
            throw new HostCallException("the root of all cgroups is not ours to remove");
        }
        if (tree().containsKey(name)) {
            onRemove.accept(name);
        }
        var held = isBusy(name);
        call("remove cgroup " + name, held ? List.of() : List.of(() -> removeAll(name)));
        return held ? Optional.of(name + " holds 4711 (stubborn)") : Optional.empty();
    }

    @Override
    public Set<String> children(CgroupName name) {
        call("list cgroup " + name, List.of());
        var found = new TreeSet<String>();
        for (var each : tree().keySet()) {
            if (isBelow(each, name)) {
                found.add(each.parts().get(name.parts().size()));
            }
        }
        return found;
    }

    private static boolean isBelow(CgroupName one, CgroupName other) {
        var depth = other.parts().size();
        return one.parts().size() > depth && one.parts().subList(0, depth).equals(other.parts());
    }

    private synchronized boolean isBusy(CgroupName name) {
        if (tree.containsKey(name) && !busy.containsKey(name) && random.oneIn(busyOneIn)) {
            busy.put(name, 1 + random.below(4));
        }
        var inside =
                busy.keySet().stream()
                        .filter(each -> each.equals(name) || isBelow(each, name))
                        .findFirst();
        if (inside.isEmpty()) {
            return false;
        }
        var left = busy.merge(inside.get(), -1, Integer::sum);
        if (left < 0) {
            busy.remove(inside.get());
        }
        return left >= 0;
    }

    private synchronized void makeFolders(CgroupName name) {
        for (var depth = 1; depth <= name.parts().size(); depth++) {
            tree.putIfAbsent(new CgroupName(name.parts().subList(0, depth)), Optional.empty());
        }
    }

    private synchronized void write(CgroupName name, CgroupLimits limits) {
        tree.computeIfPresent(
                name,
                (_, before) -> Optional.of(before.map(old -> over(old, limits)).orElse(limits)));
    }

    private static CgroupLimits over(CgroupLimits old, CgroupLimits told) {
        return new CgroupLimits(
                over(old.cpuShares(), told.cpuShares()),
                over(old.cpuQuota(), told.cpuQuota()),
                over(old.cpuPeriod(), told.cpuPeriod()),
                over(old.memoryBytes(), told.memoryBytes()),
                over(old.pids(), told.pids()),
                told.hugePages() instanceof HugePages.Kept ? old.hugePages() : told.hugePages(),
                told.unified().isEmpty() ? old.unified() : told.unified());
    }

    private static long over(long old, long told) {
        return told == 0 ? old : told;
    }

    private synchronized void removeAll(CgroupName name) {
        tree.keySet().removeIf(each -> each.equals(name) || isBelow(each, name));
        busy.keySet().removeIf(each -> each.equals(name) || isBelow(each, name));
    }

    /// All steps, or the first few of them and then a failure.
    private void call(String label, List<Runnable> steps) {
        timeline.point(label);
        var fails = random.oneIn(failsOneIn);
        var done = fails ? random.below(steps.size() + 1) : steps.size();
        for (var step : steps.subList(0, done)) {
            step.run();
            timeline.point(label);
        }
        if (fails) {
            throw new HostCallException(label + ": simulated failure");
        }
    }
}
