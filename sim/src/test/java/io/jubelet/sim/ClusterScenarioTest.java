package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Secret;
import io.jubelet.core.Agent;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.host.FakeManifestFolder;
import io.jubelet.sim.runtime.FakeRuntime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The whole agent with an API server: pods that are bound to it run, in every weather.
class ClusterScenarioTest {
    private static final Duration A_TRY = Duration.ofSeconds(65);

    private final ClusterWorld<FakeRuntime> world =
            new ClusterWorld<>(21, 4, (_, runtime) -> runtime);
    private final FakeCluster cluster = world.cluster;
    private final FakeManifestFolder folder = world.folder;
    private final Agent agent = world.agent;

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void aPodThatIsBoundToThisNodeRuns() {
        agent.start();
        world.pass(Duration.ofSeconds(5));
        create("web", "");
        world.pass(Duration.ofSeconds(10));

        assertThat(world.phases("")).containsExactly("Running");
    }

    @Test
    void whatRunsGoesOnWhileTheServerIsAwayForHoursAndStaticPodsDoNotWaitForIt() {
        agent.start();
        create("web", "");
        world.pass(Duration.ofSeconds(15));
        cluster.goDown();
        folder.write("static.yaml", PodSketch.server("static").text());
        world.pass(Duration.ofHours(2));

        assertThat(world.phases("")).containsExactlyInAnyOrder("Running", "Running");
        assertThat(world.runtime.model().containers()).hasSize(2);
    }

    @Test
    void aServerThatIsAwayAtTheStartHoldsUpItsOwnPodsOnly() {
        cluster.goDown();
        create("web", "");
        folder.write("static.yaml", PodSketch.server("static").text());
        agent.start();
        world.pass(Duration.ofHours(1));
        assertThat(world.phases("")).containsExactly("Running");
        cluster.comeBack();
        world.pass(A_TRY.multipliedBy(2));

        assertThat(world.phases("")).containsExactly("Running", "Running");
    }

    @Test
    void aPodThatWaitsForASecretStartsWhenItAppears() {
        agent.start();
        create("web", "key");
        world.pass(Duration.ofMinutes(10));
        assertThat(world.phases("")).containsExactly("Pending");
        var secret = Secret.newBuilder().putData("k", ByteString.copyFromUtf8("v"));
        secret.getMetadataBuilder().setName("key");
        cluster.model().create(ApiResource.SECRETS, "shop", secret.build());
        world.pass(Duration.ofSeconds(15));

        assertThat(world.phases("")).containsExactly("Running");
    }

    @Test
    void aChangedObjectEndsTheWaitOfAContainerThatKeepsFailing() {
        agent.start();
        cluster.model().create(ApiResource.SECRETS, "shop", secret("wrong"));
        var pod = pod("web", "key");
        pod.getSpecBuilder().getContainersBuilder(0).addCommand("false");
        world.create(pod);
        world.pass(Duration.ofMinutes(20));
        var before = world.restarts();
        world.pass(Duration.ofMinutes(1));
        assertThat(world.restarts()).isLessThanOrEqualTo(before + 1);
        var waiting = world.restarts();
        world.pass(Duration.ofSeconds(30));
        cluster.goDown();
        world.pass(Duration.ofSeconds(10));
        assertThat(world.restarts()).isEqualTo(waiting);
        cluster.comeBack();
        cluster.model().update(ApiResource.SECRETS, new ObjectName("shop", "key"), secret("right"));
        world.pass(Duration.ofSeconds(70));

        assertThat(world.restarts()).isBetween(waiting + 1, waiting + 4);
    }

    private static Secret secret(String value) {
        var secret = Secret.newBuilder().putData("k", ByteString.copyFromUtf8(value));
        secret.getMetadataBuilder().setName("key");
        return secret.build();
    }

    @Test
    void aPodThatIsActiveForTooLongEndsAndPeopleAreTold() {
        agent.start();
        var pod = pod("web", "");
        pod.getSpecBuilder().setActiveDeadlineSeconds(30);
        world.create(pod);
        world.pass(Duration.ofSeconds(25));
        assertThat(world.phases("")).containsExactly("Running");
        world.pass(Duration.ofSeconds(60));

        assertThat(world.phases("")).containsExactly("Failed");
        assertThat(world.told)
                .containsOnlyOnce(
                        "Normal DeadlineExceeded: Pod was active on the node longer than the"
                                + " specified deadline");
        assertThat(agent.views().all().getFirst().status().getReason())
                .isEqualTo("DeadlineExceeded");
    }

    private void create(String name, String secret) {
        world.create(pod(name, secret));
    }

    private static Pod.Builder pod(String name, String secret) {
        var pod = ClusterWorld.pod(name);
        if (!secret.isEmpty()) {
            pod.getSpecBuilder()
                    .getContainersBuilder(0)
                    .addEnvBuilder()
                    .setName("A")
                    .getValueFromBuilder()
                    .getSecretKeyRefBuilder()
                    .setKey("k")
                    .getLocalObjectReferenceBuilder()
                    .setName(secret);
        }
        return pod;
    }
}
