package io.jubelet.core.node;

import static io.jubelet.core.node.NodeFixture.identity;
import static io.jubelet.core.node.NodeFixture.machine;
import static io.jubelet.core.node.NodeFixture.news;
import static io.jubelet.core.node.NodeFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.Taint;
import io.jubelet.api.meta.Quantity;
import io.jubelet.core.host.MachineFacts.HugePages;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class InitialNodeCalculatorTest {
    private static final Node INITIAL = complete(InitialNodeCalculator.bare(settings(), "amd64"));

    private static Node complete(Node bare) {
        var pages = new HugePages(2L << 20, 1);
        return NodeStatusCalculator.calculate(
                        bare, settings(), news(machine(pages), NodeFixture.WELL))
                .node();
    }

    @Test
    void aNodeIsBornWithItsLabelsTaintsAndProvider() {
        var taint = Taint.newBuilder().setKey("k").setEffect("NoSchedule").build();
        var plain = settings();
        var settings =
                new NodeSettings(
                        identity(true),
                        new NodeSettings.Registration(
                                true,
                                true,
                                Map.of("kubernetes.io/arch", "mine"),
                                List.of(taint),
                                "cloud://1",
                                false),
                        plain.shares(),
                        plain.reporting());

        var node = InitialNodeCalculator.bare(settings, "amd64");

        assertThat(node.getMetadata().getLabelsMap())
                .containsEntry("kubernetes.io/hostname", "node-a")
                .containsEntry("kubernetes.io/os", "linux")
                .containsEntry("kubernetes.io/arch", "mine")
                .containsEntry("beta.kubernetes.io/os", "linux")
                .containsEntry("beta.kubernetes.io/arch", "amd64");
        assertThat(node.getMetadata().getAnnotationsMap()).isEmpty();
        assertThat(node.getSpec().getTaintsList().stream().map(Taint::getKey))
                .containsExactly("k", "node.cloudprovider.kubernetes.io/uninitialized");
        assertThat(node.getSpec().getProviderID()).isEqualTo("cloud://1");
    }

    @Test
    void anExistingNodeThatIsAsItShouldBeStays() {
        assertThat(InitialNodeCalculator.reconciled(INITIAL, INITIAL, true)).isEqualTo(INITIAL);
    }

    @Test
    void defaultLabelsAndTheAnnotationArePutRightAndOthersLeftAlone() {
        var existing = INITIAL.toBuilder();
        existing.getMetadataBuilder()
                .putLabels("kubernetes.io/hostname", "old")
                .putLabels("mine", "stays")
                .removeLabels("beta.kubernetes.io/os")
                .removeAnnotations(InitialNodeCalculator.CONTROLLER_ATTACHES);

        var metadata =
                InitialNodeCalculator.reconciled(existing.build(), INITIAL, true).getMetadata();

        assertThat(metadata.getLabelsMap())
                .containsEntry("kubernetes.io/hostname", "node-a")
                .containsEntry("beta.kubernetes.io/os", "linux")
                .containsEntry("mine", "stays");
        assertThat(metadata.getAnnotationsMap())
                .containsEntry("volumes.kubernetes.io/controller-managed-attach-detach", "true");
    }

    @Test
    void hugePagesThatAreGoneGoAndNewOnesCome() {
        var existing = INITIAL.toBuilder();
        var some = Quantity.newBuilder().setString("1Gi").build();
        existing.getStatusBuilder()
                .removeCapacity("hugepages-2Mi")
                .putCapacity("hugepages-1Gi", some)
                .putAllocatable("hugepages-1Gi", some);

        var status = InitialNodeCalculator.reconciled(existing.build(), INITIAL, true).getStatus();

        assertThat(status.getCapacityMap())
                .containsKey("hugepages-2Mi")
                .doesNotContainKey("hugepages-1Gi");
        assertThat(status.getAllocatableMap()).doesNotContainKey("hugepages-1Gi");
    }

    @Test
    void devicesOfAnotherLifeAreZero() {
        var existing = INITIAL.toBuilder();
        var four = Quantity.newBuilder().setString("4").build();
        existing.getStatusBuilder()
                .putCapacity("example.com/gpu", four)
                .putAllocatable("example.com/gpu", four);

        var status = InitialNodeCalculator.reconciled(existing.build(), INITIAL, true).getStatus();

        assertThat(status.getCapacityOrThrow("example.com/gpu").getString()).isEqualTo("0");
        assertThat(status.getAllocatableOrThrow("example.com/gpu").getString()).isEqualTo("0");
    }
}
