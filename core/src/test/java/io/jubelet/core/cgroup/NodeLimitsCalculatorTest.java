package io.jubelet.core.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.host.CgroupLimits;
import io.jubelet.core.host.CgroupLimits.HugePages;
import io.jubelet.model.quantity.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodeLimitsCalculatorTest {
    private static final Map<String, Quantity> CAPACITY =
            Map.of(
                    "cpu", Quantity.parse("4"),
                    "memory", Quantity.parse("8Gi"),
                    "pid", Quantity.parse("32768"),
                    "hugepages-2Mi", Quantity.parse("64Mi"));

    @Test
    void allPodsHaveTheMachine() {
        assertThat(NodeLimitsCalculator.pods(CAPACITY, Map.of()))
                .isEqualTo(
                        new CgroupLimits(
                                4096,
                                0,
                                0,
                                8L << 30,
                                32768,
                                new HugePages.AtMost(Map.of(2L << 20, 64L << 20)),
                                Map.of()));
    }

    @Test
    void lessWhatIsReserved() {
        var limits =
                NodeLimitsCalculator.pods(
                        CAPACITY,
                        Map.of(
                                "cpu", Quantity.parse("500m"),
                                "memory", Quantity.parse("1Gi"),
                                "pid", Quantity.parse("768")));

        assertThat(limits.cpuShares()).isEqualTo(3584);
        assertThat(limits.memoryBytes()).isEqualTo(7L << 30);
        assertThat(limits.pids()).isEqualTo(32000);
    }

    @Test
    void butNotLessThanNothing() {
        assertThat(
                        NodeLimitsCalculator.pods(CAPACITY, Map.of("memory", Quantity.parse("9Gi")))
                                .memoryBytes())
                .isZero();
    }

    /// Upstream's TestQOSCPUConfigUpdate.
    @Test
    void burstablePodsShareWhatTheyAskForTogether() {
        assertThat(NodeLimitsCalculator.burstable(0).cpuShares()).isEqualTo(2);
        assertThat(NodeLimitsCalculator.burstable(1000).cpuShares()).isEqualTo(1024);
        assertThat(NodeLimitsCalculator.bestEffort().cpuShares()).isEqualTo(2);
        assertThat(NodeLimitsCalculator.bestEffort().hugePages())
                .isEqualTo(HugePages.Unbounded.UNBOUNDED);
    }
}
