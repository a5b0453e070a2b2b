package io.jubelet.model.pod;

import static io.jubelet.model.pod.QosClass.BEST_EFFORT;
import static io.jubelet.model.pod.QosClass.BURSTABLE;
import static io.jubelet.model.pod.QosClass.GUARANTEED;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Container;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.PodSpec;
import io.jubelet.api.core.PodStatus;
import io.jubelet.api.core.ResourceRequirements;
import io.jubelet.api.meta.Quantity;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QosClassTest {
    private static final ResourceRequirements NOTHING = amounts("", "", "", "");

    record Row(String name, QosClass expected, PodSpec spec) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows() {
        ResourceRequirements same = amounts("100m", "100Mi", "100m", "100Mi");
        return Stream.of(
                row("guaranteed", GUARANTEED, same),
                row("guaranteed-guaranteed", GUARANTEED, same, same),
                row("best-effort-best-effort", BEST_EFFORT, NOTHING, NOTHING),
                row("best-effort", BEST_EFFORT, NOTHING),
                row("best-effort-burstable", BURSTABLE, NOTHING, amounts("1", "", "2", "")),
                row(
                        "best-effort-guaranteed",
                        BURSTABLE,
                        NOTHING,
                        amounts("10m", "100Mi", "10m", "100Mi")),
                row(
                        "burstable-cpu-guaranteed-memory",
                        BURSTABLE,
                        amounts("", "100Mi", "", "100Mi")),
                row("burstable-no-limits", BURSTABLE, amounts("100m", "100Mi", "", "")),
                row("burstable-guaranteed", BURSTABLE, amounts("1", "100Mi", "2", "100Mi"), same),
                row(
                        "burstable-unbounded-but-requests-match-limits",
                        BURSTABLE,
                        amounts("100m", "100Mi", "200m", "200Mi"),
                        amounts("100m", "100Mi", "", "")),
                row("burstable-1", BURSTABLE, amounts("10m", "100Mi", "100m", "200Mi")),
                row("burstable-2", BURSTABLE, amounts("0", "0", "100m", "200Mi")),
                row("best-effort-hugepages", BEST_EFFORT, hugePages()),
                row("equal amounts in other units are equal", GUARANTEED, mixedUnits()),
                initRow("init-container", BURSTABLE, amounts("10m", "100Mi", "100m", "200Mi")),
                new Row(
                        "an unlimited init container spoils the guarantee",
                        BURSTABLE,
                        spec(same).addInitContainers(container(NOTHING)).build()),
                podRow(
                        "guaranteed-with-pod-level-resources",
                        GUARANTEED,
                        amounts("10m", "100Mi", "10m", "100Mi"),
                        NOTHING),
                podRow(
                        "guaranteed-with-pod-and-container-level-resources",
                        GUARANTEED,
                        amounts("10m", "100Mi", "10m", "100Mi"),
                        amounts("3m", "10Mi", "5m", "20Mi")),
                podRow(
                        "burstable-with-pod-level-resources",
                        BURSTABLE,
                        amounts("10m", "10Mi", "20m", "50Mi"),
                        NOTHING),
                podRow(
                        "burstable-with-pod-and-container-level-resources",
                        BURSTABLE,
                        amounts("10m", "10Mi", "20m", "50Mi"),
                        amounts("5m", "10Mi", "5m", "10Mi")),
                podRow(
                        "burstable-with-pod-and-container-level-requests",
                        BURSTABLE,
                        amounts("10m", "10Mi", "", ""),
                        amounts("5m", "10Mi", "", "")),
                podRow(
                        "burstable-with-pod-and-container-level-resources-2",
                        BURSTABLE,
                        amounts("10m", "10Mi", "5m", ""),
                        amounts("5m", "10Mi", "", ""),
                        amounts("5m", "10Mi", "5m", "10Mi")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void classOfAPod(Row row) {
        assertThat(QosClass.compute(pod(row.spec()))).isEqualTo(row.expected());
    }

    @Test
    void withoutTheGateAmountsOnPodLevelDoNotCount() {
        Row row = podRow("", GUARANTEED, amounts("1", "1Gi", "1", "1Gi"), NOTHING);
        assertThat(QosClass.compute(pod(row.spec()), false)).isEqualTo(BEST_EFFORT);
    }

    @Test
    void theClassInTheStatusWins() {
        Pod pod =
                Pod.newBuilder().setStatus(PodStatus.newBuilder().setQosClass("Burstable")).build();
        assertThat(QosClass.of(pod)).isEqualTo(BURSTABLE);
        assertThat(QosClass.of(pod(PodSpec.getDefaultInstance()))).isEqualTo(BEST_EFFORT);
    }

    private static Pod pod(PodSpec spec) {
        return Pod.newBuilder().setSpec(spec).build();
    }

    private static Row row(String name, QosClass expected, ResourceRequirements... containers) {
        return new Row(name, expected, spec(containers).build());
    }

    private static Row initRow(String name, QosClass expected, ResourceRequirements init) {
        return new Row(name, expected, spec(NOTHING).addInitContainers(container(init)).build());
    }

    private static Row podRow(
            String name,
            QosClass expected,
            ResourceRequirements podLevel,
            ResourceRequirements... containers) {
        return new Row(name, expected, spec(containers).setResources(podLevel).build());
    }

    private static PodSpec.Builder spec(ResourceRequirements... containers) {
        return PodSpec.newBuilder()
                .addAllContainers(Stream.of(containers).map(QosClassTest::container).toList());
    }

    private static Container container(ResourceRequirements resources) {
        return Container.newBuilder().setResources(resources).build();
    }

    private static ResourceRequirements hugePages() {
        return amounts("0", "0", "0", "0").toBuilder()
                .putRequests("hugepages-2Mi", quantity("1Gi"))
                .putLimits("hugepages-2Mi", quantity("1Gi"))
                .build();
    }

    private static ResourceRequirements mixedUnits() {
        return amounts("0.1", "1024Ki", "100m", "1Mi");
    }

    private static ResourceRequirements amounts(
            String cpuRequest, String memoryRequest, String cpuLimit, String memoryLimit) {
        ResourceRequirements.Builder resources = ResourceRequirements.newBuilder();
        for (var entry : List.of(List.of("cpu", cpuRequest), List.of("memory", memoryRequest))) {
            if (!entry.getLast().isEmpty()) {
                resources.putRequests(entry.getFirst(), quantity(entry.getLast()));
            }
        }
        for (var entry : List.of(List.of("cpu", cpuLimit), List.of("memory", memoryLimit))) {
            if (!entry.getLast().isEmpty()) {
                resources.putLimits(entry.getFirst(), quantity(entry.getLast()));
            }
        }
        return resources.build();
    }

    private static Quantity quantity(String text) {
        return Quantity.newBuilder().setString(text).build();
    }
}
