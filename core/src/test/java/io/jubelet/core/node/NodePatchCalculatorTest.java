package io.jubelet.core.node;

import static io.jubelet.core.node.NodeFixture.news;
import static io.jubelet.core.node.NodeFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeAddress;
import io.jubelet.api.meta.Quantity;
import io.jubelet.api.meta.Time;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class NodePatchCalculatorTest {
    private static final Node NODE =
            NodeStatusCalculator.calculate(Node.getDefaultInstance(), settings(), news()).node();

    private static String patchAfter(Consumer<Node.Builder> change) {
        var changed = NODE.toBuilder();
        change.accept(changed);
        return NodePatchCalculator.patch(NODE, changed.build());
    }

    @Test
    void nothingNewIsAnEmptyPatch() {
        assertThat(patchAfter(node -> {})).isEqualTo("{}");
    }

    @Test
    void theSpecIsNeverWritten() {
        assertThat(patchAfter(node -> node.getSpecBuilder().setUnschedulable(true)))
                .isEqualTo("{}");
    }

    @Test
    void aHeartbeatIsOneFieldOfEachConditionAndNoChange() {
        var later = Time.newBuilder().setSeconds(1_800_000_000L).build();
        var changed = NODE.toBuilder();
        changed.getStatusBuilder().getConditionsBuilder(3).setLastHeartbeatTime(later);

        assertThat(NodePatchCalculator.patch(NODE, changed.build()))
                .isEqualTo(
                        "{\"status\":{\"$setElementOrder/conditions\":[{\"type\":\"MemoryPressure\"},"
                                + "{\"type\":\"DiskPressure\"},{\"type\":\"PIDPressure\"},"
                                + "{\"type\":\"Ready\"}],\"conditions\":[{\"lastHeartbeatTime\":"
                                + "\"2027-01-15T08:00:00Z\",\"type\":\"Ready\"}]}}");
        assertThat(NodePatchCalculator.changed(NODE.getStatus(), changed.getStatus())).isFalse();
    }

    @Test
    void anEmptyTextThatTheServerWritesOutIsNoChange() {
        var theirs = NODE.toBuilder();
        theirs.getStatusBuilder().setPhase("");
        theirs.getStatusBuilder().getConditionsBuilder(3).setMessage("");
        var ours = NODE.toBuilder();
        ours.getStatusBuilder().getConditionsBuilder(3).clearMessage();

        assertThat(NodePatchCalculator.changed(theirs.getStatus(), ours.getStatus())).isFalse();
    }

    @Test
    void anotherReasonIsAChange() {
        var changed = NODE.toBuilder();
        changed.getStatusBuilder().getConditionsBuilder(3).setReason("Other");

        assertThat(NodePatchCalculator.changed(NODE.getStatus(), changed.getStatus())).isTrue();
    }

    @Test
    void changedAddressesReplaceTheOldOnes() {
        var patch =
                patchAfter(
                        node ->
                                node.getStatusBuilder()
                                        .clearAddresses()
                                        .addAddresses(
                                                NodeAddress.newBuilder()
                                                        .setType("InternalIP")
                                                        .setAddress("10.1.1.9")));

        assertThat(patch)
                .isEqualTo(
                        "{\"status\":{\"addresses\":[{\"type\":\"InternalIP\",\"address\":"
                                + "\"10.1.1.9\"},{\"$patch\":\"replace\"}]}}");
    }

    @Test
    void addressesAreReplacedBesideOtherChanges() {
        var patch =
                patchAfter(
                        node ->
                                node.getStatusBuilder()
                                        .removeAddresses(1)
                                        .putCapacity(
                                                "cpu",
                                                Quantity.newBuilder().setString("4").build()));

        assertThat(patch)
                .startsWith("{\"status\":{\"addresses\":[{\"type\":\"InternalIP\"")
                .endsWith("{\"$patch\":\"replace\"}],\"capacity\":{\"cpu\":\"4\"}}}");
    }

    @Test
    void whatIsGoneIsNull() {
        var labelled = NODE.toBuilder();
        labelled.getMetadataBuilder().putLabels("a", "b").putLabels("c", "d");
        var bare = labelled.build().toBuilder();
        bare.getMetadataBuilder().removeLabels("a");
        bare.getStatusBuilder().removeCapacity("pods");

        assertThat(NodePatchCalculator.patch(labelled.build(), bare.build()))
                .isEqualTo(
                        "{\"metadata\":{\"labels\":{\"a\":null}},"
                                + "\"status\":{\"capacity\":{\"pods\":null}}}");
    }

    @Test
    void theFirstAddressesAreMerged() {
        var without = NODE.toBuilder();
        without.getStatusBuilder().clearAddresses();

        assertThat(NodePatchCalculator.patch(without.build(), NODE))
                .contains("\"$setElementOrder/addresses\":[{\"type\":\"InternalIP\"}");
    }
}
