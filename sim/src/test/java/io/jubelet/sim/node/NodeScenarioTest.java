package io.jubelet.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Node;
import io.jubelet.api.core.NodeSpec;
import io.jubelet.api.meta.ObjectMeta;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.node.NodeStanding;
import io.jubelet.core.runtime.RuntimeHealth;
import io.jubelet.core.runtime.RuntimeHealth.Condition;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NodeScenarioTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final NodeWorld world = new NodeWorld();

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void aNodeRegistersAndIsReadyWithinASecond() {
        world.start();
        world.advance(SECOND);

        var node = world.node().orElseThrow();
        assertThat(world.ready().getStatus()).isEqualTo("True");
        assertThat(node.getMetadata().getLabelsMap())
                .containsEntry("kubernetes.io/hostname", "node-a");
        assertThat(node.getStatus().getAddressesList()).hasSize(2);
        assertThat(world.events)
                .contains("Starting", "NodeHasSufficientMemory", "NodeHasNoDiskPressure");
    }

    @Test
    void theLeaseBelongsToTheNodeAndIsRenewedEveryTenSeconds() {
        world.start();
        world.advance(Duration.ofMinutes(1));

        var lease = world.lease().orElseThrow();
        assertThat(lease.getSpec().getHolderIdentity()).isEqualTo("node-a");
        assertThat(lease.getSpec().getLeaseDurationSeconds()).isEqualTo(40);
        assertThat(lease.getMetadata().getOwnerReferences(0).getUid())
                .isEqualTo(world.node().orElseThrow().getMetadata().getUid());
        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
    }

    @Test
    void aStatusThatDoesNotChangeIsWrittenEveryFewMinutesOnly() {
        world.start();
        world.advance(Duration.ofMinutes(1));
        var before = world.patches();

        world.advance(HOUR);

        assertThat(world.patches() - before).isBetween(10L, 14L);
    }

    @Test
    void lostNetworkIsToldWithTheNextStatusCallAndSoIsItsReturn() {
        world.start();
        world.advance(Duration.ofMinutes(1));

        world.runtime.health(
                new RuntimeHealth(Condition.OK, new Condition(false, "NoCni", "no plugin")));
        world.advance(Duration.ofSeconds(6));
        var lost = world.ready();
        world.runtime.health(RuntimeHealth.HEALTHY);
        world.advance(Duration.ofSeconds(6));

        assertThat(lost.getStatus()).isEqualTo("False");
        assertThat(lost.getMessage())
                .isEqualTo(
                        "container runtime network not ready: NetworkReady=false reason:NoCni"
                                + " message:no plugin");
        assertThat(world.ready().getStatus()).isEqualTo("True");
        assertThat(world.events).contains("NodeNotReady", "NodeReady");
    }

    @Test
    void aRuntimeThatRestartsQuicklyNeverMakesTheNodeUnready() {
        world.start();
        world.advance(Duration.ofMinutes(1));

        world.runtime.goDown();
        world.advance(Duration.ofSeconds(20));
        world.runtime.comeBack();
        world.advance(Duration.ofMinutes(1));

        assertThat(world.events).doesNotContain("NodeNotReady");
    }

    @Test
    void aRuntimeThatIsDownMakesTheNodeUnreadyAfterHalfAMinute() {
        world.start();
        world.advance(Duration.ofMinutes(1));

        world.runtime.goDown();
        world.advance(Duration.ofSeconds(37));

        assertThat(world.ready().getMessage()).isEqualTo("container runtime is down");
    }

    @Test
    void aWholeRuntimeNotSeenForThreeMinutesMakesTheNodeUnready() {
        world.start();
        world.advance(SECOND);
        world.lastListing = Optional.of(world.scheduler.tick());

        world.advance(Duration.ofSeconds(170));
        var before = world.ready().getStatus();
        world.advance(Duration.ofSeconds(20));

        assertThat(before).isEqualTo("True");
        assertThat(world.ready().getMessage())
                .startsWith("PLEG is not healthy: pleg was last seen active 3m");
    }

    @Test
    void hoursWithoutAnApiServerEndWithAReadyNode() {
        world.cluster.goDown();
        world.heartbeats.goDown();
        world.start();
        world.advance(HOUR.multipliedBy(3));
        assertThat(world.node()).isEmpty();

        world.cluster.comeBack();
        world.heartbeats.comeBack();
        world.advance(Duration.ofSeconds(20));

        assertThat(world.ready().getStatus()).isEqualTo("True");
        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
        assertThat(world.repeatedFailures).isZero();
    }

    @Test
    void anOutageOfHoursIsFollowedByTheLeaseWithinSeconds() {
        world.start();
        world.advance(Duration.ofMinutes(1));
        world.heartbeats.goDown();
        world.advance(HOUR.multipliedBy(5));
        world.heartbeats.comeBack();

        world.advance(Duration.ofSeconds(12));

        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
        assertThat(world.repeatedFailures).isPositive();
    }

    @Test
    void aBusyConnectionOfOthersNeverDelaysTheLease() {
        world.start();
        world.advance(Duration.ofMinutes(1));
        world.cluster.faults().slow(Call.any(), Duration.ofSeconds(50));

        world.advance(Duration.ofMinutes(5));

        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
    }

    @Test
    void aServerThatIsTooBusyIsAskedAgain() {
        world.cluster.faults().tooBusy(Call.any(), 20, SECOND);
        world.heartbeats.faults().tooBusy(Call.any(), 20, SECOND);

        world.start();
        world.advance(Duration.ofMinutes(3));

        assertThat(world.ready().getStatus()).isEqualTo("True");
        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
    }

    @Test
    void aDeletedNodeIsNotMadeAgainAndIsTakenUpWhenSomebodyElseMakesIt() {
        var presence = world.start();
        world.advance(Duration.ofMinutes(1));
        world.cluster
                .model()
                .delete(
                        ApiResource.NODES,
                        NodeWorld.NODE,
                        new Deletion(OptionalLong.empty(), Optional.empty()));
        world.advance(HOUR);

        assertThat(world.node()).isEmpty();
        assertThat(presence.record().standing()).isInstanceOf(NodeStanding.Deleted.class);

        var metadata = ObjectMeta.newBuilder().setName("node-a");
        var other = Node.newBuilder().setMetadata(metadata).build();
        world.cluster.model().create(ApiResource.NODES, "", other);
        world.advance(Duration.ofSeconds(30));

        assertThat(world.ready().getStatus()).isEqualTo("True");
    }

    @Test
    void aNodeThatIsThereIsPutRight() {
        var metadata = ObjectMeta.newBuilder().setName("node-a").putLabels("mine", "stays");
        var other = Node.newBuilder().setMetadata(metadata).build();
        world.cluster.model().create(ApiResource.NODES, "", other);

        world.start();
        world.advance(Duration.ofSeconds(2));

        var labels = world.node().orElseThrow().getMetadata().getLabelsMap();
        assertThat(labels)
                .containsEntry("mine", "stays")
                .containsEntry("kubernetes.io/os", "linux");
        assertThat(world.ready().getStatus()).isEqualTo("True");
    }

    @Test
    void whoMayNotCreateANodeTakesUpTheOneThatIsThere() {
        var metadata = ObjectMeta.newBuilder().setName("node-a");
        world.cluster
                .model()
                .create(ApiResource.NODES, "", Node.newBuilder().setMetadata(metadata).build());
        world.cluster
                .faults()
                .refuse(
                        Call.of(Verb.CREATE, ApiResource.NODES),
                        new ApiCallException(Code.FORBIDDEN, "may not create"));

        world.start();
        world.advance(Duration.ofSeconds(2));

        assertThat(world.ready().getStatus()).isEqualTo("True");
    }

    @Test
    void twoKubeletsOfOneNameShareALeaseAsUpstreamDoes() {
        world.start();
        world.advance(Duration.ofMinutes(1));
        var theirs = world.lease().orElseThrow().toBuilder();
        theirs.getSpecBuilder().setHolderIdentity("impostor");
        world.cluster.model().update(ApiResource.LEASES, NodeWorld.LEASE, theirs.build());

        world.advance(Duration.ofSeconds(30));

        assertThat(world.lease().orElseThrow().getSpec().getHolderIdentity()).isEqualTo("impostor");
        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
    }

    @Test
    void aClockThatJumpsChangesNoSchedule() {
        world.start();
        world.advance(Duration.ofMinutes(1));
        var before = world.patches();

        world.scheduler.jumpWallClock(Duration.ofHours(-9));
        world.advance(Duration.ofMinutes(1));
        world.scheduler.jumpWallClock(Duration.ofHours(20));
        world.advance(Duration.ofSeconds(15));

        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
        assertThat(world.patches() - before).isLessThan(3);
    }

    @Test
    void theRuntimeIsToldThePodsAddresses() {
        var metadata = ObjectMeta.newBuilder().setName("node-a");
        var spec = NodeSpec.newBuilder().setPodCIDR("10.2.0.0/24").addPodCIDRs("10.2.0.0/24");
        world.cluster
                .model()
                .create(
                        ApiResource.NODES,
                        "",
                        Node.newBuilder().setMetadata(metadata).setSpec(spec).build());

        world.start();
        world.advance(Duration.ofSeconds(5));

        assertThat(world.runtime.podCidr()).isEqualTo("10.2.0.0/24");
    }

    @Test
    void imagesAreToldAsSoonAsTheyAreListed() {
        world.runtime.images().add("large");
        world.start();
        world.advance(Duration.ofSeconds(5));

        assertThat(world.node().orElseThrow().getStatus().getImagesList()).hasSize(1);
    }
}
