package io.jubelet.core.cgroup;

import java.util.List;

/// How this machine and its configuration hold pods to their resources.
///
/// @param cpuQuota whether limits of processor time are enforced
/// @param cpuPeriodMicros over which such a limit is counted
/// @param podPids most processes of a pod; not positive for no limit
/// @param unified whether the machine has cgroup v2
/// @param swapLimits whether swap can be limited here
/// @param killsGroup whether all processes of a container die when one is out of memory
/// @param hugePageBytes the sizes of huge pages that the machine knows
public record ResourceSettings(
        boolean cpuQuota,
        long cpuPeriodMicros,
        long podPids,
        boolean unified,
        boolean swapLimits,
        boolean killsGroup,
        List<Long> hugePageBytes) {
    /// Of a machine of which nothing special is known.
    public static final ResourceSettings STANDARD =
            new ResourceSettings(
                    true, CpuCalculator.USUAL_PERIOD_MICROS, -1, false, false, false, List.of());

    public ResourceSettings {
        hugePageBytes = List.copyOf(hugePageBytes);
    }
}
