package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.meta.Quantity;
import io.jubelet.core.runtime.ContainerSpec.ResourceLimits;
import io.jubelet.core.testing.Pods;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResourceLimitsCalculatorTest {
    private static final long CAPACITY = 8L << 30;
    private static final long PERIOD = 100_000;

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            textBlock =
                    """
                    nothing asked for,                   ,      ,     ,     2,      0,       0, 1000
                    a cpu request,                   500m,      ,     ,   512,      0,       0, 999
                    a cpu limit alone,                   ,      ,    1,  1024, 100000,       0, 999
                    a request counts before a limit, 250m,      ,    1,   256, 100000,       0, 999
                    no quota under a millisecond,        ,      ,   5m,     5,   1000,       0, 999
                    no shares under two,               1m,      ,     ,     2,      0,       0, 999
                    no shares over the kernel's,      999,      ,     ,262144,      0,       0, 999
                    half of the memory,                  ,   4Gi,     ,     2,      0,       0, 500
                    nearly all of the memory,            , 8188Mi,    ,     2,      0,       0, 3
                    more memory than there is,           ,  16Gi,     ,     2,      0,       0, 3
                    """)
    void calculates(
            String name,
            @Nullable String cpuRequest,
            @Nullable String memoryRequest,
            @Nullable String cpuLimit,
            long shares,
            long quota,
            long memory,
            long score) {
        var pod = pod();
        var resources = pod.getSpecBuilder().getContainersBuilder(0).getResourcesBuilder();
        amounts(cpuRequest, memoryRequest).forEach(resources::putRequests);
        amounts(cpuLimit, null).forEach(resources::putLimits);

        assertThat(limits(pod))
                .as(name)
                .isEqualTo(new ResourceLimits(shares, quota, PERIOD, memory, score));
    }

    @Test
    void killsAGuaranteedPodLast() {
        var pod = pod();
        var resources = pod.getSpecBuilder().getContainersBuilder(0).getResourcesBuilder();
        amounts("2", "1Gi").forEach(resources::putRequests);
        amounts("2", "1Gi").forEach(resources::putLimits);

        assertThat(limits(pod))
                .isEqualTo(new ResourceLimits(2048, 200_000, PERIOD, 1L << 30, -997));
    }

    @Test
    void killsANodeCriticalPodLastWhateverItAsksFor() {
        var pod = pod();
        pod.getSpecBuilder()
                .setPriority(2_000_001_000)
                .setPriorityClassName("system-node-critical");

        assertThat(limits(pod).oomScoreAdjust()).isEqualTo(-997);
    }

    @Test
    void dividesByNoUnknownCapacity() {
        var pod = pod();
        var resources = pod.getSpecBuilder().getContainersBuilder(0).getResourcesBuilder();
        amounts(null, "1Gi").forEach(resources::putRequests);

        assertThat(ResourceLimitsCalculator.calculate(pod.build(), container(pod), 0))
                .extracting(ResourceLimits::oomScoreAdjust)
                .isEqualTo(3L);
    }

    private static Pod.Builder pod() {
        var pod = Pod.newBuilder();
        pod.getSpecBuilder().addContainers(Pods.container("app"));
        return pod;
    }

    private static Container container(Pod.Builder pod) {
        return pod.getSpec().getContainers(0);
    }

    private static ResourceLimits limits(Pod.Builder pod) {
        return ResourceLimitsCalculator.calculate(pod.build(), container(pod), CAPACITY);
    }

    private static Map<String, Quantity> amounts(@Nullable String cpu, @Nullable String memory) {
        var amounts = new LinkedHashMap<String, Quantity>();
        put(amounts, "cpu", cpu);
        put(amounts, "memory", memory);
        return amounts;
    }

    private static void put(Map<String, Quantity> amounts, String name, @Nullable String text) {
        if (text != null) {
            amounts.put(name, Quantity.newBuilder().setString(text).build());
        }
    }
}
