package io.jubelet.core.cgroup;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.model.quantity.Quantity;
import java.util.Map;
import java.util.TreeMap;

/// What the cgroups above those of pods are held to. Pure.
///
/// Upstream: node_container_manager_linux.go getCgroupConfig, getNodeAllocatableInternalAbsolute;
/// qos_container_manager_linux.go setCPUCgroupConfig.
public final class NodeLimitsCalculator {
    private NodeLimitsCalculator() {}

    /// All pods together: what the machine has, less what is kept from them.
    ///
    /// @param capacity by resource; `pid` for processes
    /// @param reserved by resource; nothing where it is not enforced
    public static CgroupLimits pods(
            Map<String, Quantity> capacity, Map<String, Quantity> reserved) {
        var left = new TreeMap<String, Quantity>();
        capacity.forEach(
                (name, amount) -> {
                    var rest = amount.subtract(reserved.getOrDefault(name, Quantity.ZERO));
                    left.put(name, rest.signum() < 0 ? Quantity.ZERO : rest);
                });
        var hugePages = new TreeMap<String, io.jubelet.api.meta.Quantity>();
        left.forEach(
                (name, amount) -> hugePages.put(name, io.jubelet.model.pod.Amounts.write(amount)));
        return new CgroupLimits(
                CpuCalculator.shares(left.getOrDefault("cpu", Quantity.ZERO).milliValue()),
                0,
                0,
                left.getOrDefault("memory", Quantity.ZERO).value(),
                left.getOrDefault("pid", Quantity.ZERO).value(),
                new HugePages.AtMost(HugePageCalculator.of(hugePages)),
                Map.of());
    }

    /// @param milliCpu what all burstable pods ask for
    public static CgroupLimits burstable(long milliCpu) {
        return tier(CpuCalculator.shares(milliCpu));
    }

    public static CgroupLimits bestEffort() {
        return tier(CpuCalculator.SMALLEST_SHARES);
    }

    private static CgroupLimits tier(long shares) {
        return CgroupLimits.ofShares(shares).withHugePages(HugePages.Unbounded.UNBOUNDED);
    }
}
