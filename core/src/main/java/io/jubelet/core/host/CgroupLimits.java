package io.jubelet.core.host;

import io.jubelet.core.runtime.Ordered;
import java.util.Map;

/// What the kernel holds a cgroup to. Zero leaves a value as it is.
///
/// @param cpuQuota in microseconds of each period; negative for no limit
/// @param hugePages what it may use of them
/// @param unified files of cgroup v2 and what to write there, beside the above
///
/// Upstream: types.go ResourceConfig.
public record CgroupLimits(
        long cpuShares,
        long cpuQuota,
        long cpuPeriod,
        long memoryBytes,
        long pids,
        HugePages hugePages,
        Map<String, String> unified) {
    public CgroupLimits {
        unified = Ordered.copy(unified);
    }

    /// Processor shares, and no huge pages.
    public static CgroupLimits ofShares(long cpuShares) {
        return new CgroupLimits(cpuShares, 0, 0, 0, 0, HugePages.Kept.KEPT, Map.of());
    }

    public CgroupLimits withHugePages(HugePages other) {
        return new CgroupLimits(cpuShares, cpuQuota, cpuPeriod, memoryBytes, pids, other, unified);
    }

    public CgroupLimits withPids(long other) {
        return new CgroupLimits(
                cpuShares, cpuQuota, cpuPeriod, memoryBytes, other, hugePages, unified);
    }

    /// Huge pages of every size that the machine knows.
    public sealed interface HugePages {
        /// As many as above it.
        enum Unbounded implements HugePages {
            UNBOUNDED
        }

        /// Whatever it was.
        enum Kept implements HugePages {
            KEPT
        }

        /// So many bytes of each page size in bytes, and none of those that are not named.
        record AtMost(Map<Long, Long> bytesBySize) implements HugePages {
            public static final AtMost NONE = new AtMost(Map.of());

            public AtMost {
                bytesBySize = Ordered.copy(bytesBySize);
            }
        }
    }
}
