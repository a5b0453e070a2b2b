package io.jubelet.core.cgroup;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.Cgroups;
import io.jubelet.core.meter.Meter;

/// What an agent needs that gives pods cgroups of their own.
///
/// @param layout where they lie
/// @param ofAllPods what all pods together are held to
public record CgroupPart(Cgroups cgroups, CgroupLayout layout, CgroupLimits ofAllPods) {
    /// The same, with what each change of a cgroup takes told.
    public CgroupPart metered(Execution execution, Meter meter) {
        return new CgroupPart(new MeteredCgroups(cgroups, execution, meter), layout, ofAllPods);
    }

    public QosTiers tiers(Execution execution) {
        return new QosTiers(execution, cgroups, layout, ofAllPods);
    }

    public CgroupManager manager(Execution execution, ResourceSettings settings) {
        return new CgroupManager(execution, cgroups, layout, settings, tiers(execution));
    }
}
