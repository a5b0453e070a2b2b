package io.jubelet.core.node;

import static io.jubelet.core.node.NodeFixture.machine;
import static io.jubelet.core.node.NodeFixture.shares;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.NodeStatus;
import io.jubelet.api.meta.Quantity;
import io.jubelet.core.host.MachineFacts.HugePages;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CapacityCalculatorTest {
    private static final HugePages[] NONE = {};

    static Stream<Arguments> rows() {
        var half = new HugePages(2L << 20, 256);
        var twice = new HugePages(1L << 30, 2);
        return Stream.of(
                Arguments.of(
                        "machine identifiers, basic capacity and allocatable",
                        NONE,
                        shares(0, Map.of(), false),
                        "cpu=2 memory=1Gi pods=110",
                        "cpu=2 memory=1Gi pods=110"),
                Arguments.of(
                        "podsPerCore greater than zero, but less than maxPods/cores",
                        NONE,
                        shares(10, Map.of(), false),
                        "cpu=2 memory=1Gi pods=20",
                        "cpu=2 memory=1Gi pods=20"),
                Arguments.of(
                        "podsPerCore greater than maxPods/cores",
                        NONE,
                        shares(1000, Map.of(), false),
                        "cpu=2 memory=1Gi pods=110",
                        "cpu=2 memory=1Gi pods=110"),
                Arguments.of(
                        "allocatable should equal capacity minus reservations",
                        NONE,
                        shares(
                                0,
                                Map.of("cpu", "1", "memory", "1Mi", "ephemeral-storage", "1000"),
                                true),
                        "cpu=2 ephemeral-storage=5000 memory=1Gi pods=110",
                        "cpu=1 ephemeral-storage=4000 memory=1023Mi pods=110"),
                Arguments.of(
                        "allocatable memory does not double-count hugepages reservations",
                        new HugePages[] {half},
                        shares(0, Map.of("hugepages-2Mi", "10Mi"), false),
                        "cpu=2 hugepages-2Mi=512Mi memory=1Gi pods=110",
                        "cpu=2 hugepages-2Mi=502Mi memory=512Mi pods=110"),
                Arguments.of(
                        "negative capacity resources should be set to 0 in allocatable",
                        NONE,
                        shares(0, Map.of("cpu", "3"), false),
                        "cpu=2 memory=1Gi pods=110",
                        "cpu=0 memory=1Gi pods=110"),
                Arguments.of(
                        "hugepages reservation greater than node memory capacity should result in"
                                + " memory capacity set to 0",
                        new HugePages[] {twice},
                        shares(0, Map.of(), false),
                        "cpu=2 hugepages-1Gi=2Gi memory=1Gi pods=110",
                        "cpu=2 hugepages-1Gi=2Gi memory=0 pods=110"),
                Arguments.of(
                        "ephemeral storage is reflected in capacity and allocatable",
                        NONE,
                        shares(0, Map.of(), true),
                        "cpu=2 ephemeral-storage=5000 memory=1Gi pods=110",
                        "cpu=2 ephemeral-storage=5000 memory=1Gi pods=110"),
                Arguments.of(
                        "pods are not reserved",
                        NONE,
                        shares(0, Map.of("pods", "10"), false),
                        "cpu=2 memory=1Gi pods=110",
                        "cpu=2 memory=1Gi pods=110"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void divideTheMachine(
            String name,
            HugePages[] pages,
            NodeSettings.Shares shares,
            String capacity,
            String allocatable) {
        var status = NodeStatus.newBuilder();

        CapacityCalculator.apply(status, machine(pages), shares);

        assertThat(text(status.getCapacityMap())).isEqualTo(capacity);
        assertThat(text(status.getAllocatableMap())).isEqualTo(allocatable);
    }

    private static String text(Map<String, Quantity> amounts) {
        return new TreeMap<>(amounts)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue().getString())
                        .collect(Collectors.joining(" "));
    }

    @Test
    void extendedResourcesNotPresentInCapacityAreRemovedFromAllocatable() {
        var status = NodeStatus.newBuilder();
        var one = Quantity.newBuilder().setString("1").build();
        status.putAllocatable("example.com/gone", one);
        status.putCapacity("example.com/here", one);

        CapacityCalculator.apply(status, machine(), shares(0, Map.of(), false));

        assertThat(text(status.getAllocatableMap()))
                .isEqualTo("cpu=2 example.com/here=1 memory=1Gi pods=110");
    }

    @Test
    void hardEvictionThresholdsAreHeldBack() {
        var thresholds =
                Map.of(
                        "memory.available", "100Mi",
                        "nodefs.available", "10%",
                        "imagefs.available", "15%");
        var status = NodeStatus.newBuilder();

        CapacityCalculator.apply(status, machine(), withThresholds(thresholds));

        assertThat(text(status.getAllocatableMap()))
                .isEqualTo("cpu=2 ephemeral-storage=4500 memory=924Mi pods=110");
    }

    @Test
    void aThresholdThatIsSwitchedOffHoldsNothingBack() {
        var status = NodeStatus.newBuilder();

        CapacityCalculator.apply(
                status, machine(), withThresholds(Map.of("memory.available", "100%")));

        assertThat(status.getAllocatableOrThrow("memory").getString()).isEqualTo("1Gi");
    }

    private static NodeSettings.Shares withThresholds(Map<String, String> thresholds) {
        return new NodeSettings.Shares(110, 0, Map.of(), Map.of(), thresholds, true);
    }
}
