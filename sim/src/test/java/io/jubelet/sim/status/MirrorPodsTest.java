package io.jubelet.sim.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.cluster.Selection;
import io.jubelet.core.desired.DesiredPod;
import io.jubelet.core.status.MirrorPlanner;
import io.jubelet.core.status.MirrorPods;
import io.jubelet.model.pod.PodNames;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Copies of static pods at the API server, in every weather.
class MirrorPodsTest {
    private static final ObjectName NAME = new ObjectName("shop", "etcd-node");
    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final DesiredPod ETCD = staticPod();

    private final StatusWorld world = new StatusWorld();
    private List<DesiredPod> statics = List.of(ETCD);
    private Set<String> living = Set.of();
    private Optional<MirrorPlanner.NodeReference> node =
            Optional.of(new MirrorPlanner.NodeReference("node", "node-uid"));
    private final MirrorPods mirrors =
            new MirrorPods(world.scheduler, world.cluster, this::situation);

    private MirrorPlanner.Situation situation() {
        var there = world.cluster.model().list(ApiResource.PODS, Selection.ALL).items();
        return new MirrorPlanner.Situation(statics, Set.of(), living, there, true, node);
    }

    @BeforeEach
    void begin() {
        mirrors.start();
    }

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void oneIsMadeOnceTheNodeIsKnown() {
        node = Optional.empty();
        look();
        assertThat(copy()).isEmpty();
        node = Optional.of(new MirrorPlanner.NodeReference("node", "node-uid"));
        look();

        assertThat(copy().orElseThrow().getMetadata().getOwnerReferences(0).getUid())
                .isEqualTo("node-uid");
    }

    @Test
    void oneThatSomebodyDeletedIsMadeAgain() {
        look();
        var first = copy().orElseThrow().getMetadata().getUid();
        world.cluster
                .model()
                .delete(
                        ApiResource.PODS,
                        NAME,
                        new Deletion(OptionalLong.of(30), Optional.empty()));
        look();
        look();

        assertThat(copy().orElseThrow().getMetadata().getUid()).isNotEqualTo(first);
        assertThat(copy().orElseThrow().getMetadata().hasDeletionTimestamp()).isFalse();
    }

    @Test
    void oneOfAPodThatIsGoneIsTakenAway() {
        look();
        statics = List.of();
        look();

        assertThat(copy()).isEmpty();
    }

    @Test
    void oneThatSaysTheEndOfAPodThatLivesAgainIsReplaced() {
        look();
        world.cluster
                .model()
                .patch(
                        ApiResource.PODS,
                        NAME,
                        Patch.ofStatus("{\"status\":{\"phase\":\"Succeeded\"}}"));
        look();
        assertThat(copy().orElseThrow().getStatus().getPhase()).isEqualTo("Succeeded");
        living = Set.of("etcd-node_shop");
        look();
        look();

        assertThat(copy().orElseThrow().getStatus().getPhase()).isEqualTo("Pending");
    }

    @Test
    void aLostAnswerMakesNoSecondOne() {
        world.cluster.faults().loseAnswers(Call.of(Verb.CREATE, ApiResource.PODS), 1);
        look();
        world.pass(Duration.ofMinutes(5));

        assertThat(copy()).isPresent();
        assertThat(world.calls(Verb.CREATE)).isEqualTo(1);
    }

    @Test
    void oneIsMadeAfterHoursWithoutTheServer() {
        world.cluster.goDown();
        look();
        world.pass(Duration.ofHours(3));
        world.cluster.comeBack();
        world.pass(Duration.ofMinutes(1));

        assertThat(copy()).isPresent();
        assertThat(world.calls(Verb.CREATE)).isEqualTo(1);
    }

    private void look() {
        mirrors.changed();
        world.pass(MOMENT);
    }

    private Optional<Pod> copy() {
        return world.cluster.model().find(ApiResource.PODS, NAME);
    }

    private static DesiredPod staticPod() {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder()
                .setName("etcd-node")
                .setNamespace("shop")
                .setUid("hash")
                .putAnnotations(PodNames.CONFIG_HASH, "hash")
                .putAnnotations(PodNames.CONFIG_SOURCE, "file");
        pod.getSpecBuilder().setNodeName("node").addContainersBuilder().setName("main");
        return new DesiredPod(pod.build());
    }
}
