package io.jubelet.core.cgroup;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.meta.Quantity;
import io.jubelet.model.pod.Amounts;
import io.jubelet.model.pod.PodNames;
import io.jubelet.model.pod.PodResources;
import io.jubelet.model.pod.QosClass;
import java.util.Map;

/// How soon a container dies when the machine is out of memory: the higher, the sooner. Pure.
///
/// Upstream: qos/policy.go GetContainerOOMScoreAdjust.
public final class OomScoreCalculator {
    private static final long GUARANTEED = -997;
    private static final long BEST_EFFORT = 1000;
    private static final long ALL = 1000;

    private OomScoreCalculator() {}

    public static long calculate(Pod pod, Container container, long capacityBytes) {
        if (PodNames.isNodeCritical(pod)) {
            return GUARANTEED;
        }
        return switch (QosClass.of(pod)) {
            case GUARANTEED -> GUARANTEED;
            case BEST_EFFORT -> BEST_EFFORT;
            case BURSTABLE -> burstable(pod.getSpec(), container, Math.max(1, capacityBytes));
        };
    }

    /// Who asks for much of the memory may use much of it before it is the first to die. What is
    /// asked for the pod and by none of its containers counts for each of them in equal parts.
    private static long burstable(PodSpec spec, Container container, long capacityBytes) {
        var extra = extraOfEach(spec);
        var score = score(request(container) + extra, capacityBytes);
        if (isSidecar(spec, container)) {
            // It dies no sooner than those it serves.
            var least = spec.getContainersList().stream().mapToLong(OomScoreCalculator::request);
            score = Math.min(score, score(least.min().orElse(0) + extra, capacityBytes));
        }
        return score == BEST_EFFORT ? BEST_EFFORT - 1 : Math.max(score, ALL + GUARANTEED);
    }

    private static long score(long bytes, long capacityBytes) {
        return ALL - ALL * bytes / capacityBytes;
    }

    private static long extraOfEach(PodSpec spec) {
        var ofPod = memory(spec.getResources().getRequestsMap());
        if (ofPod == 0) {
            return 0;
        }
        var rest = ofPod - memory(PodResources.containerRequests(spec));
        return rest / (spec.getContainersCount() + spec.getInitContainersCount());
    }

    private static boolean isSidecar(PodSpec spec, Container container) {
        return container.getRestartPolicy().equals("Always")
                && spec.getInitContainersList().stream()
                        .anyMatch(init -> init.getName().equals(container.getName()));
    }

    private static long request(Container container) {
        return memory(container.getResources().getRequestsMap());
    }

    private static long memory(Map<String, Quantity> amounts) {
        var amount = amounts.get("memory");
        return amount == null ? 0 : Amounts.of(amount).value();
    }
}
