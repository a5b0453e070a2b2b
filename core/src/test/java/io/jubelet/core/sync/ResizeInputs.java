package io.jubelet.core.sync;

import static io.jubelet.core.testing.Seen.seen;

import io.jubelet.core.cgroup.PodLimitsCalculator;
import io.jubelet.core.cgroup.ResourceSettings;
import io.jubelet.core.cgroup.SizedPods;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.sync.ResizeInput.Gates;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Pods that were told one size and are given another.
final class ResizeInputs {
    private ResizeInputs() {}

    static DesiredPod pod(String own, String first, List<String> others) {
        var parts =
                Stream.of(
                                own.isEmpty() ? Stream.<String>of() : Stream.of("pod:" + own),
                                Stream.of(first),
                                others.stream())
                        .flatMap(it -> it)
                        .toArray(String[]::new);
        return new DesiredPod(SizedPods.pod(parts));
    }

    static ResizeInput input(DesiredPod told, DesiredPod given, Set<String> running) {
        return input(told, given, running, limits(told), limits(given));
    }

    static ResizeInput input(
            DesiredPod told,
            DesiredPod given,
            Set<String> running,
            CgroupLimits now,
            CgroupLimits wanted) {
        var actuated = new HashMap<String, ContainerSize>();
        told.containers()
                .forEach(it -> actuated.put(it.getName(), ContainerSize.of(it.getResources())));
        var podLevel = told.pod().getSpec().hasResources();
        return new ResizeInput(
                given,
                seen(given).sandbox(0).running(running.toArray(String[]::new)).build(),
                actuated,
                podLevel
                        ? Optional.of(ContainerSize.of(told.pod().getSpec().getResources()))
                        : Optional.empty(),
                now,
                wanted,
                Gates.OPEN);
    }

    private static CgroupLimits limits(DesiredPod pod) {
        return PodLimitsCalculator.calculate(pod.pod(), ResourceSettings.STANDARD);
    }
}
