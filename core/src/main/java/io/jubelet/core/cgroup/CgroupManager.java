package io.jubelet.core.cgroup;

import io.jubelet.api.core.Pod;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.host.HostCallException;
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
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Gives each pod a cgroup of its own and takes it away again.
///
/// What an agent before this one made is found by its name alone, so nothing is written down.
///
/// Owner of what is known of each pod's cgroup, so that the machine is not asked in every turn; the
/// lock guards that alone.
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
    private final Map<PodUid, Known> known = new LinkedHashMap<>();

    /// How far a pod's cgroup is.
    private sealed interface Known {
        /// It is there, and stays as long as something of the pod runs.
        record Held() implements Known {}

        /// It would not go, so many times.
        record Stuck(int tries) implements Known {}

        record Gone() implements Known {}
    }

    CgroupManager(
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

    /// Keeps the cgroups above those of pods from now on.
    public void start() {
        tiers.start();
    }

    @Override
    public String parentOf(Pod pod) {
        return layout.of(pod).cgroupfs();
    }

    @Override
    public boolean holds(Pod pod) {
        var uid = uid(pod);
        if (find(uid).equals(Optional.of(new Known.Held()))) {
            return true;
        }
        var there = cgroups.exists(layout.of(pod));
        if (there) {
            know(uid, new Known.Held());
            join(pod);
        }
        return there;
    }

    @Override
    public void make(Pod pod) {
        forget(uid(pod));
        join(pod);
        cgroups.make(layout.of(pod), PodLimitsCalculator.calculate(pod, settings));
        know(uid(pod), new Known.Held());
    }

    private void join(Pod pod) {
        if (QosClass.of(pod) == QosClass.BURSTABLE) {
            var cpu = PodResources.requests(pod.getSpec()).get("cpu");
            tiers.joined(uid(pod), cpu == null ? 0 : Amounts.of(cpu).milliValue());
        }
    }

    @Override
    public void lower(PodUid pod) {
        tiers.left(pod);
        for (var name : layout.anyOf(pod)) {
            try {
                if (cgroups.exists(name)) {
                    cgroups.update(name, CgroupLimits.ofShares(CpuCalculator.SMALLEST_SHARES));
                }
            } catch (HostCallException failure) {
                LOG.warning(
                        "Cannot lower what is left of a pod",
                        "podUID",
                        pod,
                        "reason",
                        failure.reason());
            }
        }
    }

    @Override
    public List<Wait.Planned> remove(PodUid pod) {
        if (find(pod).equals(Optional.of(new Known.Gone()))) {
            return List.of();
        }
        tiers.left(pod);
        for (var name : layout.anyOf(pod)) {
            var held = removed(name);
            if (held.isPresent()) {
                return List.of(stillThere(pod, name, held.get()));
            }
        }
        know(pod, new Known.Gone());
        return List.of();
    }

    private Optional<String> removed(CgroupName name) {
        try {
            return cgroups.remove(name);
        } catch (HostCallException failure) {
            return Optional.of(failure.reason());
        }
    }

    private Wait.Planned stillThere(PodUid pod, CgroupName name, String detail) {
        var before = find(pod).map(CgroupManager::tries).orElse(0);
        know(pod, new Known.Stuck(before + 1));
        if (before == MOST_DOUBLINGS) {
            LOG.warning("A pod's cgroup does not go", "podUID", pod, "reason", detail);
        }
        var delay = FIRST_RETRY.multipliedBy(1L << Math.min(before, MOST_DOUBLINGS));
        return Wait.Planned.until(
                new CgroupStillThere(name.cgroupfs(), detail), execution.now().plus(delay));
    }

    private static int tries(Known known) {
        return switch (known) {
            case Known.Held _, Known.Gone _ -> 0;
            case Known.Stuck stuck -> stuck.tries();
        };
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

    @Override
    public void forget(PodUid pod) {
        synchronized (known) {
            known.remove(pod);
        }
    }

    private void know(PodUid pod, Known what) {
        synchronized (known) {
            known.put(pod, what);
        }
    }

    private Optional<Known> find(PodUid pod) {
        synchronized (known) {
            return Optional.ofNullable(known.get(pod));
        }
    }

    private static PodUid uid(Pod pod) {
        return new PodUid(pod.getMetadata().getUid());
    }
}
