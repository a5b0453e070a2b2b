package io.jubelet.core.cgroup;

import io.jubelet.core.execution.Execution;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.Cgroups;

/// What an agent needs that gives pods cgroups of their own.
///
/// @param layout where they lie
/// @param ofAllPods what all pods together are held to
public record CgroupPart(Cgroups cgroups, CgroupLayout layout, CgroupLimits ofAllPods) {
    public QosTiers tiers(Execution execution) {
        return new QosTiers(execution, cgroups, layout, ofAllPods);
    }

    public CgroupManager manager(Execution execution, ResourceSettings settings) {
        return new CgroupManager(execution, cgroups, layout, settings, tiers(execution));
    }
}
