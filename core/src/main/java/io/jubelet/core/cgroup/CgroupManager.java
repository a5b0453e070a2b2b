package io.jubelet.core.cgroup;

import io.jubelet.api.core.Pod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.waiting.CgroupStillThere;
import io.jubelet.core.waiting.Wait;
import io.jubelet.log.Log;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.pod.PodResources;
import io.jubelet.model.pod.QosClass;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Gives each pod a cgroup of its own and takes it away again.
///
/// What an agent before this one made is found by its name alone, so nothing is written down.
///
/// Owner of the count of tries; the lock guards that alone.
/// Thread: the pod's worker; one worker a pod.
/// Upstream: pod_container_manager_linux.go podContainerManagerImpl.
public final class CgroupManager implements PodCgroups {
    private static final Log LOG = Log.of(CgroupManager.class);
    private static final Duration FIRST_RETRY = Duration.ofMillis(10);

    /// 10 ms, 20 ms, … up to 1.28 s.
    private static final int MOST_DOUBLINGS = 7;

    private final Execution execution;
    private final Cgroups cgroups;
    private final CgroupLayout layout;
    private final ResourceSettings settings;
    private final QosTiers tiers;
    private final Map<PodUid, Integer> tries = new LinkedHashMap<>();

    public CgroupManager(
            Execution execution,
            Cgroups cgroups,
            CgroupLayout layout,
            ResourceSettings settings,
            QosTiers tiers) {
        this.execution = execution;
        this.cgroups = cgroups;
        this.layout = layout;
        this.settings = settings;
        this.tiers = tiers;
    }

    @Override
    public String parentOf(Pod pod) {
        return layout.of(pod).cgroupfs();
    }

    @Override
    public boolean holds(Pod pod) {
        var there = cgroups.exists(layout.of(pod));
        if (there) {
            join(pod);
        }
        return there;
    }

    @Override
    public void make(Pod pod) {
        join(pod);
        cgroups.make(layout.of(pod), PodLimitsCalculator.calculate(pod, settings));
    }

    private void join(Pod pod) {
        if (QosClass.of(pod) == QosClass.BURSTABLE) {
            var cpu = PodResources.requests(pod.getSpec()).get("cpu");
            tiers.joined(
                    new PodUid(pod.getMetadata().getUid()),
                    cpu == null ? 0 : Amounts.of(cpu).milliValue());
        }
    }

    @Override
    public void lower(PodUid pod) {
        tiers.left(pod);
        for (var name : layout.anyOf(pod)) {
            if (cgroups.exists(name)) {
                cgroups.update(name, CgroupLimits.ofShares(CpuCalculator.SMALLEST_SHARES));
            }
        }
    }

    @Override
    public List<Wait.Planned> remove(PodUid pod) {
        tiers.left(pod);
        for (var name : layout.anyOf(pod)) {
            var held = cgroups.remove(name);
            if (held.isPresent()) {
                return List.of(stillThere(pod, name, held.get()));
            }
        }
        forgetTries(pod);
        return List.of();
    }

    private Wait.Planned stillThere(PodUid pod, CgroupName name, String detail) {
        var before = countTry(pod);
        if (before == MOST_DOUBLINGS) {
            LOG.warning("A pod's cgroup does not go", "podUID", pod, "reason", detail);
        }
        var delay = FIRST_RETRY.multipliedBy(1L << Math.min(before, MOST_DOUBLINGS));
        return Wait.Planned.until(
                new CgroupStillThere(name.cgroupfs(), detail), execution.now().plus(delay));
    }

    private int countTry(PodUid pod) {
        synchronized (tries) {
            return tries.merge(pod, 1, Integer::sum) - 1;
        }
    }

    private void forgetTries(PodUid pod) {
        synchronized (tries) {
            tries.remove(pod);
        }
    }

    @Override
    public Set<PodUid> pods() {
        var found = new TreeSet<PodUid>();
        for (var qos : QosClass.values()) {
            cgroups.children(layout.tier(qos))
                    .forEach(name -> CgroupLayout.podOf(name).ifPresent(found::add));
        }
        return found;
    }
}
