package io.jubelet.core.cgroup;

import static io.jubelet.core.cgroup.SizedPods.pod;
import static io.jubelet.core.cgroup.SizedPods.quantity;
import static io.jubelet.core.cgroup.SizedPods.withOverhead;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream's TestResourceConfigForPod, with its names.
final class PodLimitsCalculatorTest {
    private static final String PLAIN = "100m,100Mi|200m,200Mi";

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    besteffort; ''; true; 100000; 2; 0; 0; 0
                    burstable-no-limits; 100m,100Mi; true; 100000; 102; 0; 0; 0
                    burstable-with-limits; 100m,100Mi|200m,200Mi; true; 100000; \
                    102; 20000; 100000; 200
                    burstable-with-limits-no-cpu-enforcement; 100m,100Mi|200m,200Mi; false; \
                    100000; 102; -1; 100000; 200
                    burstable-partial-limits; 100m,100Mi|200m,200Mi + 100m,100Mi; true; 100000; \
                    204; 0; 0; 0
                    burstable-with-limits-with-tuned-quota; 100m,100Mi|200m,200Mi; true; 5000; \
                    102; 1000; 5000; 200
                    burstable-with-limits-no-cpu-enforcement-with-tuned-quota; \
                    100m,100Mi|200m,200Mi; false; 5000; 102; -1; 5000; 200
                    burstable-partial-limits-with-tuned-quota; \
                    100m,100Mi|200m,200Mi + 100m,100Mi; true; 5000; 204; 0; 0; 0
                    guaranteed; 100m,100Mi|100m,100Mi; true; 100000; 102; 10000; 100000; 100
                    guaranteed-no-cpu-enforcement; 100m,100Mi|100m,100Mi; false; 100000; \
                    102; -1; 100000; 100
                    guaranteed-with-tuned-quota; 100m,100Mi|100m,100Mi; true; 5000; \
                    102; 1000; 5000; 100
                    guaranteed-no-cpu-enforcement-with-tuned-quota; 100m,100Mi|100m,100Mi; \
                    false; 5000; 102; -1; 5000; 100
                    burstable-partial-limits-with-init-containers; 100m,100m|100m,100Mi \
                    + 100m,100m + init:100m,100m|100m,100Mi + init:100m,100m; true; 5000; \
                    204; 0; 0; 0
                    besteffort-with-pod-level-resources-enabled; pod: + ''; true; 100000; \
                    2; 0; 0; 0
                    burstable-with-pod-level-requests; pod:100m,100Mi + ''; true; 100000; \
                    102; 0; 0; 0
                    burstable-with-pod-and-container-level-requests; pod:100m,100Mi + 10m,50Mi; \
                    true; 100000; 102; 0; 0; 0
                    burstable-with-pod-level-resources; pod:100m,100Mi|200m,200Mi + ''; true; \
                    100000; 102; 20000; 100000; 200
                    burstable-with-pod-and-container-level-resources; \
                    pod:100m,100Mi|200m,200Mi + 10m,50Mi|50m,100Mi; true; 100000; \
                    102; 20000; 100000; 200
                    burstable-with-partial-pod-level-resources-limits; \
                    pod:200m,300Mi + 200m,200Mi|200m,200Mi; true; 100000; 204; 20000; 100000; 200
                    guaranteed-with-pod-level-resources; pod:100m,100Mi|100m,100Mi + ''; true; \
                    100000; 102; 10000; 100000; 100
                    guaranteed-with-pod-and-container-level-resources; \
                    pod:100m,100Mi|100m,100Mi + 10m,50Mi|50m,100Mi; true; 100000; \
                    102; 10000; 100000; 100
                    guaranteed-pod-level-resources-with-init-containers; \
                    pod:100m,100Mi|100m,100Mi + 10m,50Mi|50m,50Mi + init:10m,50Mi|50m,50Mi; \
                    true; 100000; 102; 10000; 100000; 100
                    an init container without limits unbinds the pod; 100m,100Mi|200m,200Mi \
                    + init:100m,100Mi; true; 100000; 102; 0; 0; 0
                    but not beside a sidecar with limits; 100m,100Mi|200m,200Mi \
                    + sidecar:100m,100Mi|100m,100Mi + init:100m,100Mi; true; 100000; \
                    204; 30000; 100000; 300
                    """)
    void calculates(
            String name,
            String parts,
            boolean enforced,
            long period,
            long shares,
            long quota,
            long expectedPeriod,
            long mebibytes) {
        var limits =
                PodLimitsCalculator.calculate(
                        pod(split(parts)),
                        new ResourceSettings(enforced, period, -1, false, false, false, List.of()));

        assertThat(limits)
                .as(name)
                .isEqualTo(
                        new CgroupLimits(
                                shares,
                                quota,
                                expectedPeriod,
                                mebibytes << 20,
                                0,
                                HugePages.AtMost.NONE,
                                Map.of()));
    }

    private static String[] split(String parts) {
        return java.util.stream.Stream.of(parts.split("\\+", -1))
                .map(String::strip)
                .map(part -> part.equals("''") ? "" : part)
                .toArray(String[]::new);
    }

    @Test
    void overheadComesOnTop() {
        var limits =
                PodLimitsCalculator.calculate(
                        withOverhead(pod(PLAIN), Map.of("cpu", "50m", "memory", "10Mi")),
                        ResourceSettings.STANDARD);

        assertThat(limits.cpuShares()).isEqualTo(CpuCalculator.shares(150));
        assertThat(limits.cpuQuota()).isEqualTo(25_000);
        assertThat(limits.memoryBytes()).isEqualTo(210L << 20);
    }

    @Test
    void overheadLimitsNothingThatIsUnlimited() {
        var limits =
                PodLimitsCalculator.calculate(
                        withOverhead(pod("100m,100Mi"), Map.of("memory", "10Mi")),
                        ResourceSettings.STANDARD);

        assertThat(limits.memoryBytes()).isZero();
    }

    @Test
    void processesAreCountedWhereTheNodeSaysSo() {
        var settings = new ResourceSettings(true, 100_000, 512, false, false, false, List.of());

        assertThat(PodLimitsCalculator.calculate(pod(PLAIN), settings).pids()).isEqualTo(512);
    }

    @Test
    void hugePagesAreThoseRequested() {
        var pod = pod(PLAIN).toBuilder();
        pod.getSpecBuilder()
                .getContainersBuilder(0)
                .getResourcesBuilder()
                .putRequests("hugepages-2Mi", quantity("128Mi"))
                .putRequests("hugepages-1Gi", quantity("1Gi"));

        assertThat(
                        PodLimitsCalculator.calculate(pod.build(), ResourceSettings.STANDARD)
                                .hugePages())
                .isEqualTo(new HugePages.AtMost(Map.of(2L << 20, 128L << 20, 1L << 30, 1L << 30)));
    }
}
