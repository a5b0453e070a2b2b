package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ServiceAccount;
import io.jubelet.core.cluster.ApiCallException;
import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.probe.ProbeKind;
import io.jubelet.sim.PodSketch.Check;
import io.jubelet.sim.PodSketch.Part;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A clock that jumps under a whole node: what is decided follows the monotonic clock, and what
/// people read follows the other.
class ClockScenarioTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final WeatherWorld world = new WeatherWorld();
    private final WeatherWorld.Kubelet kubelet = world.start("10.1.1.1");

    @AfterEach
    void end() {
        world.close();
    }

    @ParameterizedTest(name = "by {0}")
    @ValueSource(strings = {"PT1H", "PT-1H", "PT9000H", "PT-9000H"})
    void nothingIsRestartedAndTheNodeStaysReady(Duration jump) {
        world.bind(probed("web"));
        world.pass(MINUTE);
        var before = kubelet.running();
        var writes = world.calls(Call.of(ApiResource.PODS));

        world.scheduler.jumpWallClock(jump);
        world.pass(Duration.ofHours(1));

        assertThat(kubelet.running()).isEqualTo(before).hasSize(1);
        assertThat(world.container("web").getRestartCount()).isZero();
        assertThat(world.container("web").getReady()).isTrue();
        assertThat(kubelet.events).doesNotContain("Unhealthy", "NodeNotReady", "Killing");
        assertThat(world.ready().getStatus()).isEqualTo("True");
        assertThat(world.leaseAge()).isBetween(Duration.ZERO, Duration.ofSeconds(12));
        assertThat(world.calls(Call.of(ApiResource.PODS)) - writes).isLessThan(20);
    }

    private static PodSketch probed(String name) {
        var main =
                new Part("main", "busybox:1", "serve")
                        .checked(new Check(ProbeKind.STARTUP, "ok", 3))
                        .checked(new Check(ProbeKind.READINESS, "ok", 1))
                        .checked(new Check(ProbeKind.LIVENESS, "ok", 1));
        var plain = PodSketch.server(name);
        return new PodSketch(
                name, 0, plain.restartPolicy(), plain.grace(), plain.init(), List.of(main));
    }

    @ParameterizedTest(name = "by {0}")
    @ValueSource(strings = {"PT1H", "PT-1H"})
    void aPodMayBeActiveForAsLongAsItSays(Duration jump) {
        var pod = world.sketched(PodSketch.server("batch")).toBuilder();
        pod.getSpecBuilder().setActiveDeadlineSeconds(600);
        world.bind(pod.build());
        world.pass(MINUTE);

        world.scheduler.jumpWallClock(jump);
        world.pass(Duration.ofMinutes(8));
        assertThat(world.pod("batch").getStatus().getPhase()).isEqualTo("Running");
        world.pass(Duration.ofMinutes(2));

        assertThat(world.pod("batch").getStatus().getReason()).isEqualTo("DeadlineExceeded");
    }

    @ParameterizedTest(name = "by {0}")
    @ValueSource(strings = {"PT2H", "PT-2H"})
    void tokensAreGivenAndRenewedInTime(Duration jump) {
        var account = ServiceAccount.newBuilder();
        account.getMetadataBuilder().setName("default");
        world.cluster.model().create(ApiResource.SERVICE_ACCOUNTS, "shop", account.build());
        world.bind(withToken("before"));
        world.pass(MINUTE);
        assertThat(tokens()).isEqualTo(1);

        world.scheduler.jumpWallClock(jump);
        world.bind(withToken("after"));
        world.pass(Duration.ofMinutes(40));
        assertThat(tokens()).isEqualTo(2);
        assertThat(world.pod("after").getStatus().getPhase()).isEqualTo("Running");
        world.pass(Duration.ofMinutes(12));

        assertThat(tokens()).isEqualTo(4);
    }

    @Test
    void aTokenThatCannotBeRenewedIsAskedForNowAndThen() {
        var account = ServiceAccount.newBuilder();
        account.getMetadataBuilder().setName("default");
        world.cluster.model().create(ApiResource.SERVICE_ACCOUNTS, "shop", account.build());
        world.bind(withToken("web"));
        world.pass(MINUTE);
        world.cluster
                .faults()
                .refuse(
                        Call.of(ApiResource.SERVICE_ACCOUNT_TOKENS),
                        new ApiCallException(Code.SERVER_ERROR, "no leader"));
        world.pass(Duration.ofHours(3));

        assertThat(tokens()).isBetween(100L, 500L);
        assertThat(kubelet.running()).hasSize(1);
        assertThat(world.container("web").getRestartCount()).isZero();
    }

    private long tokens() {
        return world.calls(Call.of(ApiResource.SERVICE_ACCOUNT_TOKENS));
    }

    private Pod withToken(String name) {
        var pod = world.sketched(PodSketch.server(name)).toBuilder();
        pod.getSpecBuilder()
                .setServiceAccountName("default")
                .addVolumesBuilder()
                .setName("token")
                .getVolumeSourceBuilder()
                .getProjectedBuilder()
                .addSourcesBuilder()
                .getServiceAccountTokenBuilder()
                .setPath("token")
                .setExpirationSeconds(3600);
        return pod.build();
    }

    @ParameterizedTest(name = "by {0}")
    @ValueSource(strings = {"PT1H", "PT-1H"})
    void whatCrashesIsStartedAgainAndItsPauseIsNotLengthened(Duration jump) {
        world.bind(PodSketch.running("loop", "exit 1"));
        world.pass(MINUTE);
        var before = world.container("loop").getRestartCount();

        world.scheduler.jumpWallClock(jump);
        world.pass(Duration.ofMinutes(6));

        assertThat(world.container("loop").getRestartCount()).isBetween(before + 1, before + 6);
    }

    @ParameterizedTest(name = "by {0}")
    @ValueSource(strings = {"PT1H", "PT-1H"})
    void theFirstLivenessProbeAfterTheStartupProbeWaitsForItsDelay(Duration jump) {
        var pod = world.sketched(probed("slow")).toBuilder();
        var main = pod.getSpecBuilder().getContainersBuilder(0);
        main.getStartupProbeBuilder().setFailureThreshold(100);
        main.getStartupProbeBuilder()
                .getHandlerBuilder()
                .getExecBuilder()
                .clearCommand()
                .addCommand("sleep")
                .addCommand("20");
        main.getStartupProbeBuilder().setTimeoutSeconds(30);
        main.getLivenessProbeBuilder().setInitialDelaySeconds(120);
        main.getLivenessProbeBuilder()
                .getHandlerBuilder()
                .getExecBuilder()
                .clearCommand()
                .addCommand("fail");
        world.bind(pod.build());
        world.pass(Duration.ofSeconds(10));

        world.scheduler.jumpWallClock(jump);
        world.pass(Duration.ofSeconds(90));
        assertThat(kubelet.events).doesNotContain("Unhealthy");
        world.pass(MINUTE);

        assertThat(kubelet.events).contains("Unhealthy");
    }
}
