package io.jubelet.core.cgroup;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.meta.Quantity;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.pod.PodResources;
import io.jubelet.model.pod.QosClass;
import java.util.Map;

/// What a pod's cgroup is held to. Pure.
///
/// Upstream: helpers_linux.go ResourceConfigForPod; pod_container_manager_linux.go EnsureExists.
public final class PodLimitsCalculator {
    private PodLimitsCalculator() {}

    public static CgroupLimits calculate(Pod pod, ResourceSettings settings) {
        var spec = pod.getSpec();
        var requests = PodResources.requests(spec);
        var limits = PodResources.limits(spec);
        var period = settings.cpuPeriodMicros();
        var quota = settings.cpuQuota() ? CpuCalculator.quota(milli(limits, "cpu"), period) : -1;
        var shares = CpuCalculator.shares(milli(requests, "cpu"));
        var plain =
                switch (QosClass.of(pod)) {
                    case GUARANTEED -> limits(shares, quota, period, bytes(limits, "memory"));
                    case BURSTABLE -> {
                        var cpu = isLimited(spec, "cpu");
                        yield limits(
                                shares,
                                cpu ? quota : 0,
                                cpu ? period : 0,
                                isLimited(spec, "memory") ? bytes(limits, "memory") : 0);
                    }
                    case BEST_EFFORT -> limits(CpuCalculator.SMALLEST_SHARES, 0, 0, 0);
                };
        return plain.withPids(Math.max(0, settings.podPids()))
                .withHugePages(new HugePages.AtMost(HugePageCalculator.of(requests)));
    }

    private static CgroupLimits limits(long shares, long quota, long period, long memory) {
        return new CgroupLimits(shares, quota, period, memory, 0, HugePages.AtMost.NONE, Map.of());
    }

    /// Whether the pod as a whole has a limit, or every container of it. An init container counts
    /// with the sidecars before it.
    static boolean isLimited(PodSpec spec, String resource) {
        if (!amount(spec.getResources().getLimitsMap(), resource).isZero()) {
            return true;
        }
        if (!spec.getContainersList().stream().allMatch(each -> hasLimit(each, resource))) {
            return false;
        }
        var besideLimitedSidecar = false;
        for (var init : spec.getInitContainersList()) {
            if (!hasLimit(init, resource) && !besideLimitedSidecar) {
                return false;
            }
            besideLimitedSidecar |=
                    init.getRestartPolicy().equals("Always") && hasLimit(init, resource);
        }
        return true;
    }

    private static boolean hasLimit(Container container, String resource) {
        return !amount(container.getResources().getLimitsMap(), resource).isZero();
    }

    private static long milli(Map<String, Quantity> amounts, String resource) {
        return amount(amounts, resource).milliValue();
    }

    private static long bytes(Map<String, Quantity> amounts, String resource) {
        return amount(amounts, resource).value();
    }

    private static io.jubelet.model.quantity.Quantity amount(
            Map<String, Quantity> amounts, String resource) {
        var amount = amounts.get(resource);
        return amount == null ? io.jubelet.model.quantity.Quantity.ZERO : Amounts.of(amount);
    }
}
