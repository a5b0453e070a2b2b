package io.jubelet.core.sync;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.meta.Quantity;
import io.jubelet.core.cgroup.CpuCalculator;
import io.jubelet.core.cgroup.HugePageCalculator;
import io.jubelet.core.cgroup.OomScoreCalculator;
import io.jubelet.core.cgroup.ResourceSettings;
import io.jubelet.core.runtime.ContainerSpec.ResourceLimits;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.pod.PodResources;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the runtime is told of a container's and a sandbox's requests and limits, in the kernel's
/// terms. Pure.
///
/// Upstream: kuberuntime_container_linux.go generateLinuxContainerResources,
/// calculateLinuxResources; kuberuntime_sandbox_linux.go.
final class ResourceLimitsCalculator {
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";

    private ResourceLimitsCalculator() {}

    /// A container without limits of its own has those of the pod, if that has any.
    static ResourceLimits calculate(
            Pod pod, Container container, long memoryCapacityBytes, ResourceSettings settings) {
        var limits = container.getResources().getLimitsMap();
        var ofPod = pod.getSpec().getResources().getLimitsMap();
        var plain =
                plain(
                        container.getResources().getRequestsMap(),
                        milli(milli(limits) == 0 ? ofPod : limits),
                        bytes(bytes(limits) == 0 ? ofPod : limits),
                        settings);
        var unified = new LinkedHashMap<>(plain.unified());
        var swap = 0L;
        if (settings.swapLimits()) {
            if (settings.unified()) {
                unified.put("memory.swap.max", "0");
            } else {
                swap = plain.memoryLimitBytes();
            }
        }
        return new ResourceLimits(
                plain.cpuShares(),
                plain.cpuQuota(),
                plain.cpuPeriod(),
                plain.memoryLimitBytes(),
                OomScoreCalculator.calculate(pod, container, memoryCapacityBytes),
                swap,
                hugePages(ofPod, limits, settings),
                unified);
    }

    /// The pod without its overhead.
    static ResourceLimits ofSandbox(Pod pod, ResourceSettings settings) {
        var limits = PodResources.limitsWithoutOverhead(pod.getSpec());
        return plain(
                PodResources.requestsWithoutOverhead(pod.getSpec()),
                milli(limits),
                bytes(limits),
                settings);
    }

    static ResourceLimits ofOverhead(Pod pod, ResourceSettings settings) {
        var overhead = pod.getSpec().getOverheadMap();
        return overhead.isEmpty()
                ? ResourceLimits.NONE
                : plain(overhead, milli(overhead), bytes(overhead), settings);
    }

    private static ResourceLimits plain(
            Map<String, Quantity> requests,
            long milliLimit,
            long memoryLimit,
            ResourceSettings settings) {
        var period = settings.cpuQuota() ? settings.cpuPeriodMicros() : 0;
        Map<String, String> unified =
                settings.unified() && settings.killsGroup()
                        ? Map.of("memory.oom.group", "1")
                        : Map.of();
        return new ResourceLimits(
                CpuCalculator.shares(requests.containsKey(CPU) ? milli(requests) : milliLimit),
                settings.cpuQuota() ? CpuCalculator.quota(milliLimit, period) : 0,
                period,
                memoryLimit,
                0,
                0,
                Map.of(),
                unified);
    }

    /// Every size that the machine knows, with nothing of those that nobody asks for.
    private static Map<String, Long> hugePages(
            Map<String, Quantity> ofPod,
            Map<String, Quantity> ofContainer,
            ResourceSettings settings) {
        var asked = HugePageCalculator.of(ofPod);
        asked.putAll(HugePageCalculator.of(ofContainer));
        var limits = new LinkedHashMap<String, Long>();
        for (var size : settings.hugePageBytes()) {
            limits.put(HugePageCalculator.sizeText(size), asked.getOrDefault(size, 0L));
        }
        return limits;
    }

    private static long milli(Map<String, Quantity> amounts) {
        var amount = amounts.get(CPU);
        return amount == null ? 0 : Amounts.of(amount).milliValue();
    }

    private static long bytes(Map<String, Quantity> amounts) {
        var amount = amounts.get(MEMORY);
        return amount == null ? 0 : Amounts.of(amount).value();
    }
}
