package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.core.runtime.ContainerSpec.ResourceLimits;
import io.jubelet.model.pod.PodNames;
import io.jubelet.model.pod.QosClass;
import io.jubelet.model.quantity.Quantity;
import java.util.Map;

/// A container's requests and limits in the kernel's terms. Pure.
///
/// Upstream: kuberuntime_container_linux.go calculateLinuxResources, qos/policy.go.
final class ResourceLimitsCalculator {
    private static final long SMALLEST_SHARES = 2;
    private static final long LARGEST_SHARES = 262_144;
    private static final long SHARES_PER_CPU = 1024;
    private static final long MILLIS_PER_CPU = 1000;
    private static final long PERIOD_MICROS = 100_000;
    private static final long SMALLEST_QUOTA_MICROS = 1000;
    private static final long GUARANTEED_SCORE = -997;
    private static final long BEST_EFFORT_SCORE = 1000;

    private ResourceLimitsCalculator() {}

    static ResourceLimits calculate(Pod pod, Container container, long memoryCapacityBytes) {
        var requests = container.getResources().getRequestsMap();
        var limits = container.getResources().getLimitsMap();
        var cpuLimit = milliCpu(limits);
        var cpuRequest = requests.containsKey("cpu") ? milliCpu(requests) : cpuLimit;
        return new ResourceLimits(
                shares(cpuRequest),
                cpuLimit == 0 ? 0 : quota(cpuLimit),
                PERIOD_MICROS,
                bytes(limits),
                oomScore(pod, requests, memoryCapacityBytes));
    }

    private static long shares(long milliCpu) {
        var shares = milliCpu * SHARES_PER_CPU / MILLIS_PER_CPU;
        return Math.clamp(shares, SMALLEST_SHARES, LARGEST_SHARES);
    }

    private static long quota(long milliCpu) {
        return Math.max(SMALLEST_QUOTA_MICROS, milliCpu * PERIOD_MICROS / MILLIS_PER_CPU);
    }

    private static long oomScore(
            Pod pod, Map<String, io.jubelet.api.meta.Quantity> requests, long capacityBytes) {
        if (PodNames.isNodeCritical(pod)) {
            return GUARANTEED_SCORE;
        }
        return switch (QosClass.of(pod)) {
            case GUARANTEED -> GUARANTEED_SCORE;
            case BEST_EFFORT -> BEST_EFFORT_SCORE;
            case BURSTABLE -> {
                var score = 1000 - 1000 * bytes(requests) / Math.max(1, capacityBytes);
                yield Math.clamp(score, 1000 + GUARANTEED_SCORE, BEST_EFFORT_SCORE - 1);
            }
        };
    }

    private static long milliCpu(Map<String, io.jubelet.api.meta.Quantity> amounts) {
        var amount = amounts.get("cpu");
        return amount == null ? 0 : Quantity.parse(amount.getString()).milliValue();
    }

    private static long bytes(Map<String, io.jubelet.api.meta.Quantity> amounts) {
        var amount = amounts.get("memory");
        return amount == null ? 0 : Quantity.parse(amount.getString()).value();
    }
}
