package io.jubelet.core.cgroup;

/// Processor time in the kernel's terms. Pure.
///
/// Upstream: helpers_linux.go MilliCPUToShares, MilliCPUToQuota; cgroup_manager_linux.go
/// getCPUWeight; cgroup_v2_manager_linux.go cpuWeightToCPUShares.
public final class CpuCalculator {
    public static final long SMALLEST_SHARES = 2;
    public static final long LARGEST_SHARES = 262_144;
    public static final long USUAL_PERIOD_MICROS = 100_000;

    private static final long LARGEST_WEIGHT = 10_000;
    private static final long SHARES_PER_CPU = 1024;
    private static final long MILLIS_PER_CPU = 1000;
    private static final long SMALLEST_QUOTA_MICROS = 1000;

    private CpuCalculator() {}

    public static long shares(long milliCpu) {
        return Math.clamp(
                milliCpu * SHARES_PER_CPU / MILLIS_PER_CPU, SMALLEST_SHARES, LARGEST_SHARES);
    }

    /// Zero for no limit.
    public static long quota(long milliCpu, long periodMicros) {
        return milliCpu == 0
                ? 0
                : Math.max(SMALLEST_QUOTA_MICROS, milliCpu * periodMicros / MILLIS_PER_CPU);
    }

    /// Shares as cgroup v2 counts them, in a straight line from end to end.
    public static long weight(long shares) {
        var inRange = Math.clamp(shares, SMALLEST_SHARES, LARGEST_SHARES);
        return 1
                + (inRange - SMALLEST_SHARES)
                        * (LARGEST_WEIGHT - 1)
                        / (LARGEST_SHARES - SMALLEST_SHARES);
    }

    public static long sharesOfWeight(long weight) {
        return (weight - 1) * (LARGEST_SHARES - SMALLEST_SHARES) / (LARGEST_WEIGHT - 1)
                + SMALLEST_SHARES;
    }
}
