package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.meta.Quantity;
import io.jubelet.core.cgroup.ResourceSettings;
import io.jubelet.core.cgroup.SizedPods;
import io.jubelet.core.runtime.ContainerSpec.ResourceLimits;
import io.jubelet.core.testing.Pods;
import java.util.LinkedHashMap;
import java.util.List;
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

        assertThat(
                        ResourceLimitsCalculator.calculate(
                                pod.build(), container(pod), 0, ResourceSettings.STANDARD))
                .extracting(ResourceLimits::oomScoreAdjust)
                .isEqualTo(3L);
    }

    private static final ResourceSettings MACHINE =
            new ResourceSettings(true, PERIOD, -1, true, true, true, List.of(2L << 20, 1L << 30));

    @Test
    void aContainerWithoutLimitsHasThoseOfItsPod() {
        var pod = SizedPods.pod("pod:1,1Gi|2,2Gi", "", "500m,|1,512Mi");

        assertThat(ofContainer(pod, 0, ResourceSettings.STANDARD))
                .isEqualTo(new ResourceLimits(2048, 200_000, PERIOD, 2L << 30, 938));
        assertThat(ofContainer(pod, 1, ResourceSettings.STANDARD))
                .isEqualTo(new ResourceLimits(512, 100_000, PERIOD, 512L << 20, 938));
    }

    @Test
    void hugePagesThatNobodyAsksForAreForbidden() {
        var pod = SizedPods.pod("pod:1,1Gi|1,1Gi", "", "").toBuilder();
        pod.getSpecBuilder()
                .getResourcesBuilder()
                .putLimits("hugepages-2Mi", SizedPods.quantity("8Mi"));
        pod.getSpecBuilder()
                .getContainersBuilder(1)
                .getResourcesBuilder()
                .putLimits("hugepages-2Mi", SizedPods.quantity("4Mi"));

        assertThat(ofContainer(pod.build(), 0, MACHINE).hugePages())
                .containsExactly(Map.entry("2MB", 8L << 20), Map.entry("1GB", 0L));
        assertThat(ofContainer(pod.build(), 1, MACHINE).hugePages())
                .containsExactly(Map.entry("2MB", 4L << 20), Map.entry("1GB", 0L));
    }

    @Test
    void nobodySwaps() {
        var pod = SizedPods.pod("1,1Gi|1,1Gi");
        var old = new ResourceSettings(true, PERIOD, -1, false, true, true, List.of());

        assertThat(ofContainer(pod, 0, MACHINE).unified())
                .containsExactly(
                        Map.entry("memory.oom.group", "1"), Map.entry("memory.swap.max", "0"));
        assertThat(ofContainer(pod, 0, MACHINE).memorySwapBytes()).isZero();
        assertThat(ofContainer(pod, 0, old).memorySwapBytes()).isEqualTo(1L << 30);
        assertThat(ofContainer(pod, 0, old).unified()).isEmpty();
    }

    @Test
    void aNodeMayEnforceNoProcessorLimits() {
        var settings = new ResourceSettings(false, PERIOD, -1, false, false, false, List.of());

        assertThat(ofContainer(SizedPods.pod("1,1Gi|1,1Gi"), 0, settings))
                .isEqualTo(new ResourceLimits(1024, 0, 0, 1L << 30, -997));
    }

    @Test
    void theSandboxIsToldOfTheWholePodAndOfItsOverhead() {
        var pod =
                SizedPods.withOverhead(
                        SizedPods.pod("1,1Gi|2,2Gi", "1,1Gi|1,1Gi"),
                        Map.of("cpu", "100m", "memory", "64Mi"));

        assertThat(ResourceLimitsCalculator.ofSandbox(pod, ResourceSettings.STANDARD))
                .isEqualTo(new ResourceLimits(2048, 300_000, PERIOD, 3L << 30, 0));
        assertThat(ResourceLimitsCalculator.ofOverhead(pod, ResourceSettings.STANDARD))
                .isEqualTo(new ResourceLimits(102, 10_000, PERIOD, 64L << 20, 0));
    }

    @Test
    void withoutOverheadThereIsNothingToSay() {
        assertThat(
                        ResourceLimitsCalculator.ofOverhead(
                                SizedPods.pod(""), ResourceSettings.STANDARD))
                .isEqualTo(ResourceLimits.NONE);
    }

    private static ResourceLimits ofContainer(Pod pod, int index, ResourceSettings settings) {
        return ResourceLimitsCalculator.calculate(
                pod, pod.getSpec().getContainers(index), CAPACITY, settings);
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
        return ResourceLimitsCalculator.calculate(
                pod.build(), container(pod), CAPACITY, ResourceSettings.STANDARD);
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
