package io.jubelet.core.cgroup;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.execution.Signal;
import io.jubelet.core.execution.ThreadKind;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupName;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.host.HostCallException;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.log.Log;
import io.jubelet.model.pod.QosClass;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The cgroups above those of pods: all pods together, and the two classes of service that have
/// one of their own. Burstable pods share as much processor time as they ask for together.
///
/// Owner of these cgroups, and of what each burstable pod asks for; the lock guards the latter.
/// Thread: its own, `qos-cgroups`, writes; pods are told of from any.
/// Upstream: qos_container_manager_linux.go, node_container_manager_linux.go.
public final class QosTiers {
    private static final Log LOG = Log.of(QosTiers.class);
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final Execution execution;
    private final Cgroups cgroups;
    private final CgroupLayout layout;
    private final CgroupLimits ofAllPods;
    private final Signal changed;
    private final Map<PodUid, Long> burstable = new LinkedHashMap<>();

    /// @param ofAllPods what all pods together are held to
    public QosTiers(
            Execution execution, Cgroups cgroups, CgroupLayout layout, CgroupLimits ofAllPods) {
        this.execution = execution;
        this.cgroups = cgroups;
        this.layout = layout;
        this.ofAllPods = ofAllPods;
        this.changed = execution.signal("qos-cgroups");
    }

    public void start() {
        execution.start(ThreadKind.SERVICE, "qos-cgroups", this::run);
    }

    private void run() {
        while (true) {
            try {
                setUp();
            } catch (HostCallException failure) {
                LOG.warning("Cannot keep the cgroups of all pods", "reason", failure.reason());
            }
            changed.await(PERIOD);
        }
    }

    /// Makes what lacks and sets what each is held to.
    ///
    /// @throws HostCallException when the machine does not let us
    public void setUp() {
        set(layout.pods(), ofAllPods);
        set(layout.tier(QosClass.BURSTABLE), NodeLimitsCalculator.burstable(milliCpu()));
        set(layout.tier(QosClass.BEST_EFFORT), NodeLimitsCalculator.bestEffort());
    }

    private void set(CgroupName name, CgroupLimits limits) {
        if (cgroups.exists(name)) {
            cgroups.update(name, limits);
        } else {
            cgroups.make(name, limits);
        }
    }

    /// A burstable pod is there and asks for that much.
    void joined(PodUid pod, long milliCpu) {
        synchronized (burstable) {
            var before = burstable.put(pod, milliCpu);
            if (before != null && before == milliCpu) {
                return;
            }
        }
        changed.raise();
    }

    void left(PodUid pod) {
        synchronized (burstable) {
            if (burstable.remove(pod) == null) {
                return;
            }
        }
        changed.raise();
    }

    private long milliCpu() {
        synchronized (burstable) {
            return burstable.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
