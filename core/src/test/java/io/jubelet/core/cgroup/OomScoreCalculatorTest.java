package io.jubelet.core.cgroup;

import static io.jubelet.core.cgroup.SizedPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Upstream's TestGetContainerOOMScoreAdjust, with its names.
final class OomScoreCalculatorTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    cpu-limit; 4; |10; 999
                    memory-limit-cpu-request; 8; 0|,10G; 999
                    zero-memory-limit; 8; |,0; 1000
                    no-request-limit; 4; ''; 1000
                    equal-request-limit-cpu-memory; 1; 5m,10G|5m,10G; -997
                    cpu-unlimited-memory-limited-with-requests; 8; 5m,4G|,10G; 500
                    request-no-limit; 8; 5m,7999999999; 3
                    burstable-unique-container-pod; 8; ,1G|,1000001000; 875
                    burstable-mixed-unique-main-container-pod; 8; \
                    ,1G|,1000001000 + init:,1G|,1000001000; 875 875
                    burstable-mixed-multi-container-small-sidecar-pod; 8; ,1G|,1000001000 \
                    + init:,1G|,1000001000 + sidecar:,400M|,1000001000; 875 875 875
                    burstable-mixed-multi-container-sample-request-pod; 8; ,1G|,1000001000 \
                    + init:,1G|,1000001000 + sidecar:,1G|,1000001000; 875 875 875
                    burstable-mixed-multi-container-big-sidecar-container-pod; 8; \
                    ,1G|,1000001000 + init:,1G|,1000001000 + sidecar:,4G|,1000001000; 875 500 875
                    guaranteed-pod-resources-no-container-resources; 4; pod:5m,2G|5m,2G + '' + ''; \
                    -997 -997
                    guaranteed-pod-resources-equal-container-resources; 4; pod:5m,2G|5m,2G \
                    + 5m,1G|5m,1G + 5m,1G|5m,1G; -997 -997
                    guaranteed-pod-resources-unequal-container-requests; 4; pod:5m,2G|5m,2G \
                    + 3m,1G|5m,1000001000 + ''; -997 -997
                    burstable-pod-resources-no-container-resources; 4; \
                    pod:5m,2G|5m,2000001000 + '' + ''; 750 750
                    burstable-pod-resources-equal-container-requests; 4; \
                    pod:5m,2G|5m,2000001000 + 5m,1G|5m,1G + 5m,1G|5m,1G; 750 750
                    burstable-pod-resources-unequal-container-requests; 4; \
                    pod:5m,2G|5m,2000001000 + 3m,1G|5m,1G + ''; 625 875
                    burstable-pod-resources-no-container-resources-with-sidecar; 4; \
                    pod:5m,2G|5m,2000001000 + '' + sidecar:; 750 750
                    burstable-pod-resources-equal-container-requests-with-sidecar; 4; \
                    pod:5m,2G|5m,2000001000 + 5m,1G|5m,1000001000 + sidecar:5m,1G|5m,1000001000; \
                    750 750
                    burstable-pod-resources-unequal-container-requests-with-sidecar; 4; \
                    pod:5m,2G|5m,2000001000 + 5m,1G|5m,2000001000 + 5m,500M|5m,2000001000 \
                    + sidecar:5m,200M|5m,2000001000; 850 725 850
                    """)
    void calculates(String name, long capacityGigabytes, String parts, String scores) {
        var pod =
                pod(
                        Stream.of(parts.split("\\+", -1))
                                .map(String::strip)
                                .map(part -> part.equals("''") ? "" : part)
                                .toArray(String[]::new));

        assertThat(
                        Stream.of(
                                        pod.getSpec().getInitContainersList(),
                                        pod.getSpec().getContainersList())
                                .flatMap(List<Container>::stream)
                                .map(
                                        each ->
                                                OomScoreCalculator.calculate(
                                                        pod,
                                                        each,
                                                        capacityGigabytes * 1_000_000_000)))
                .as(name)
                .containsExactlyElementsOf(
                        Stream.of(scores.split(" ")).map(Long::valueOf).toList());
    }

    /// Upstream's cases cluster-critical and node-critical.
    @Test
    void onlyTheNodesOwnCriticalPodsDieLast() {
        var cluster = pod("").toBuilder();
        cluster.getSpecBuilder()
                .setPriority(2_000_000_000)
                .setPriorityClassName("system-cluster-critical");
        var node = pod("").toBuilder();
        node.getSpecBuilder()
                .setPriority(2_000_001_000)
                .setPriorityClassName("system-node-critical");
        var container = cluster.getSpec().getContainers(0);

        assertThat(OomScoreCalculator.calculate(cluster.build(), container, 4_000_000_000L))
                .isEqualTo(1000);
        assertThat(OomScoreCalculator.calculate(node.build(), container, 4_000_000_000L))
                .isEqualTo(-997);
    }
}
