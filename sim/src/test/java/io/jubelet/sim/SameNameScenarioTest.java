package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two machines whose kubelets have one name: as upstream, both run the pods of that name. Nothing
/// is lost or restarted for that, the API server is left in peace, and each says so once.
class SameNameScenarioTest {
    private static final String SHARED = "Another kubelet has this node's name";
    private static final Duration HOUR = Duration.ofHours(1);

    private final WeatherWorld world = new WeatherWorld();

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void bothRunThePodsAndNothingIsRestarted() {
        var first = world.start("10.1.1.1");
        world.bind(PodSketch.server("web"));
        world.pass(Duration.ofMinutes(1));
        var before = first.running();

        var second = world.start("10.1.1.2");
        world.pass(HOUR.multipliedBy(3));

        assertThat(first.running()).isEqualTo(before).hasSize(1);
        assertThat(second.running()).hasSize(1);
        assertThat(first.made() + second.made()).isEqualTo(2);
        assertThat(world.ready().getStatus()).isEqualTo("True");
        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
    }

    @Test
    void eachSaysItOnceAndWhereTheOtherIs() {
        var first = world.start("10.1.1.1");
        world.pass(Duration.ofMinutes(1));
        assertThat(first.waits()).isEmpty();
        var second = world.start("10.1.1.2");
        world.pass(HOUR);

        assertThat(world.said(SHARED)).hasSize(2);
        assertThat(first.waits()).containsExactly("NodeNameShared");
        assertThat(first.agent.waits().getFirst().reason().message())
                .isEqualTo("another kubelet calls itself node too, at 10.1.1.2:10250");
        assertThat(second.agent.waits().getFirst().reason().message()).endsWith("10.1.1.1:10250");
        assertThat(world.said("lease").size()).isLessThan(10);
        assertThat(first.events.stream().filter("Rebooted"::equals)).hasSizeLessThan(2);
    }

    @Test
    void whenTheOtherIsGoneThatIsSaidAndThePodsStatusIsOursAgain() {
        var first = world.start("10.1.1.1");
        world.bind(PodSketch.server("web"));
        world.pass(Duration.ofMinutes(1));
        var ours = world.container("web").getContainerID();
        var second = world.start("10.1.1.2");
        world.pass(Duration.ofMinutes(10));
        second.kill();
        world.pass(Duration.ofMinutes(2));

        assertThat(first.waits()).isEmpty();
        assertThat(world.said("No other kubelet has this node's name any more")).hasSize(1);
        assertThat(world.container("web").getContainerID()).isEqualTo(ours);
        assertThat(world.container("web").getRestartCount()).isZero();
        assertThat(world.node().getStatus().getAddresses(0).getAddress()).isEqualTo("10.1.1.1");
    }

    @Test
    void twoWhoDoNotAgreeAboutAPodDoNotKeepTheServerBusy() {
        world.start("10.1.1.1");
        world.bind(PodSketch.server("web"));
        world.start("10.1.1.2");
        world.pass(Duration.ofMinutes(1));
        var before = world.calls(Call.of(Verb.PATCH, ApiResource.PODS));

        world.pass(Duration.ofMinutes(10));

        var patches = world.calls(Call.of(Verb.PATCH, ApiResource.PODS)) - before;
        assertThat(patches).isBetween(2L, 2 * 10 * 60 / 5L);
    }

    @Test
    void aDeletedPodEndsOnBothAndIsGone() {
        var first = world.start("10.1.1.1");
        world.bind(PodSketch.server("web"));
        var second = world.start("10.1.1.2");
        world.pass(Duration.ofMinutes(1));

        world.cluster
                .model()
                .delete(
                        ApiResource.PODS,
                        WeatherWorld.nameOf("web"),
                        new Deletion(OptionalLong.empty(), Optional.empty()));
        world.pass(Duration.ofMinutes(1));

        assertThat(world.find("web")).isEmpty();
        assertThat(first.running()).isEmpty();
        assertThat(second.running()).isEmpty();
    }

    @Test
    void aProcessThatReplacesOursIsNoOther() {
        var old = world.start("10.1.1.1");
        world.pass(Duration.ofMinutes(1));
        old.kill();
        world.start("10.1.1.1");
        world.pass(HOUR);

        assertThat(world.said(SHARED)).isEmpty();
    }

    @Test
    void anAnswerThatWasLostIsNoOther() {
        world.start("10.1.1.1");
        world.pass(Duration.ofMinutes(1));
        for (var times = 0; times < 20; times++) {
            world.heartbeats.faults().loseAnswers(Call.of(Verb.UPDATE, ApiResource.LEASES), 2);
            world.pass(Duration.ofSeconds(15));
        }

        assertThat(world.said(SHARED)).isEmpty();
        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
    }
}
