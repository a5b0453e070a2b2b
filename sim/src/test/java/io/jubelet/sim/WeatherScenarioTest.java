package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A whole node under an API server in bad weather, for hours: nothing is lost, nothing restarts
/// that need not, each weather is one line in the log, and what is waited for has a name.
class WeatherScenarioTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final WeatherWorld world = new WeatherWorld();
    private final WeatherWorld.Kubelet kubelet = world.start("10.1.1.1");

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void aServerThatForgetsItsVersionsEveryMinuteLosesNothing() {
        world.bind(PodSketch.server("stays"));
        world.bind(PodSketch.server("goes"));
        world.pass(MINUTE);
        var stays = world.container("stays").getContainerID();

        for (var minutes = 0; minutes < 120; minutes++) {
            world.cluster.expireWatches();
            if (minutes == 60) {
                delete("goes");
                world.bind(PodSketch.server("comes"));
            }
            world.pass(MINUTE);
        }

        assertThat(world.find("goes")).isEmpty();
        assertThat(world.container("comes").getState().hasRunning()).isTrue();
        assertThat(kubelet.running()).hasSize(2);
        assertThat(world.container("stays").getContainerID()).isEqualTo(stays);
        assertThat(world.container("stays").getRestartCount()).isZero();
        assertThat(world.said("The API server")).isEmpty();
    }

    @Test
    void watchesThatBreakInTheMiddleOfAnObjectLoseNothing() {
        world.bind(PodSketch.server("stays"));
        world.pass(MINUTE);
        var before = kubelet.running();

        for (var number = 0; number < 100; number++) {
            world.bind(PodSketch.server("pod-" + number));
            // What is under way to the watchers is lost.
            world.cluster.cutWatches();
            world.pass(Duration.ofSeconds(40));
            delete("pod-" + number);
            world.cluster.cutWatches();
            world.pass(Duration.ofSeconds(40));
            assertThat(world.find("pod-" + number)).isEmpty();
        }

        assertThat(kubelet.running()).isEqualTo(before).hasSize(1);
        assertThat(world.container("stays").getRestartCount()).isZero();
        assertThat(world.said("does not answer").size()).isLessThan(3);
    }

    @Test
    void aServerThatIsTooBusyForHoursIsAskedAsSeldomAsItWishes() {
        world.bind(PodSketch.server("web"));
        world.pass(MINUTE);
        var before = kubelet.running();
        var calls = world.cluster.calls().size();
        var wish = Duration.ofSeconds(30);
        world.cluster.faults().tooBusy(Call.any(), Integer.MAX_VALUE, wish);
        world.cluster.cutWatches();
        world.bind(PodSketch.server("later"));

        world.pass(HOUR);

        assertThat(kubelet.running()).isEqualTo(before);
        assertThat(kubelet.waits()).containsExactly("ApiServerUnreachable");
        assertThat(world.said("The API server does not answer, trying on")).hasSize(1);
        // Four lists, the pod's status, mirrors: none of them more than twice a minute.
        assertThat(world.cluster.calls().size() - calls).isLessThan(8 * 120);

        world.cluster.faults().clear();
        world.pass(MINUTE.multipliedBy(2));
        assertThat(world.container("later").getState().hasRunning()).isTrue();
        assertThat(kubelet.waits()).isEmpty();
        assertThat(world.said("The API server answers again")).hasSize(1);
        assertThat(world.ready().getStatus()).isEqualTo("True");
    }

    @Test
    void aStoreThatIsSlowBySecondsLosesNothingAndTheNodeStaysReady() {
        world.bind(PodSketch.server("stays"));
        world.pass(MINUTE);
        var before = kubelet.running();
        var slow = Duration.ofSeconds(6);
        world.cluster.faults().slow(WeatherScenarioTest::reachesTheStore, slow);
        world.heartbeats.faults().slow(Call.any(), slow);

        for (var number = 0; number < 20; number++) {
            world.bind(PodSketch.server("pod-" + number));
            world.pass(MINUTE);
            assertThat(world.container("pod-" + number).getState().hasRunning()).isTrue();
            delete("pod-" + number);
            world.pass(MINUTE);
            assertThat(world.find("pod-" + number)).isEmpty();
            assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(40));
        }

        assertThat(kubelet.running()).isEqualTo(before).hasSize(1);
        assertThat(kubelet.events).doesNotContain("NodeNotReady");
        assertThat(world.said("Another kubelet")).isEmpty();
        assertThat(kubelet.waits()).isEmpty();
    }

    private static boolean reachesTheStore(Call call) {
        return !Set.of(Verb.WATCH, Verb.LIST).contains(call.verb());
    }

    @Test
    void aRevokedCertificateStopsNothingThatRunsAndIsSaidOnce() {
        world.bind(PodSketch.server("web"));
        world.pass(MINUTE);
        var before = kubelet.running();
        var why = new ApiCallException(Code.UNAUTHORIZED, "Unauthorized");
        world.cluster.faults().refuse(Call.any(), why);
        world.heartbeats.faults().refuse(Call.any(), why);
        world.cluster.cutWatches();
        kubelet.folder.write("static.yaml", PodSketch.server("static").text());

        world.pass(HOUR.multipliedBy(3));

        assertThat(kubelet.running()).hasSize(2).containsAll(before);
        assertThat(kubelet.waits()).containsExactly("CredentialsRefused");
        assertThat(world.said("does not accept our credentials")).hasSize(1);

        world.cluster.faults().clear();
        world.heartbeats.faults().clear();
        world.pass(MINUTE.multipliedBy(2));
        assertThat(kubelet.waits()).isEmpty();
        assertThat(world.said("accepts our credentials again")).hasSize(1);
        assertThat(world.ready().getStatus()).isEqualTo("True");
        assertThat(world.leaseAge()).isLessThan(Duration.ofSeconds(12));
        assertThat(kubelet.running()).containsAll(before);
    }

    private void delete(String pod) {
        world.cluster
                .model()
                .delete(
                        ApiResource.PODS,
                        WeatherWorld.nameOf(pod),
                        new Deletion(OptionalLong.empty(), Optional.empty()));
    }
}
