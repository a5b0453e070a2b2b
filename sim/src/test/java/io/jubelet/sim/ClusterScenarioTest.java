package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.Secret;
import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.source.ApiSource;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.host.FakeContainerFiles;
import io.jubelet.sim.host.FakeManifestFolder;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakePodMemory;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The whole agent with an API server: pods that are bound to it run, in every weather.
class ClusterScenarioTest {
    private static final Duration A_TRY = Duration.ofSeconds(65);

    private final SimScheduler scheduler = new SimScheduler(21, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeRuntime runtime = new FakeRuntime(scheduler, new Seeded(21), Latency.NORMAL);
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(21), Latency.NORMAL);
    private final FakeManifestFolder folder =
            new FakeManifestFolder(scheduler, Seeded.of(21, "folder"));
    private final List<String> told = new ArrayList<>();
    private final Agent agent = agent();

    @AfterEach
    void end() {
        session.close();
    }

    @Test
    void aPodThatIsBoundToThisNodeRuns() {
        agent.start();
        pass(Duration.ofSeconds(5));
        create("web", "");
        pass(Duration.ofSeconds(10));

        assertThat(phases()).containsExactly("Running");
    }

    @Test
    void whatRunsGoesOnWhileTheServerIsAwayForHoursAndStaticPodsDoNotWaitForIt() {
        agent.start();
        create("web", "");
        pass(Duration.ofSeconds(15));
        cluster.goDown();
        folder.write("static.yaml", PodSketch.server("static").text());
        pass(Duration.ofHours(2));

        assertThat(phases()).containsExactlyInAnyOrder("Running", "Running");
        assertThat(runtime.model().containers()).hasSize(2);
    }

    @Test
    void aServerThatIsAwayAtTheStartHoldsUpItsOwnPodsOnly() {
        cluster.goDown();
        create("web", "");
        folder.write("static.yaml", PodSketch.server("static").text());
        agent.start();
        pass(Duration.ofHours(1));
        assertThat(phases()).containsExactly("Running");
        cluster.comeBack();
        pass(A_TRY.multipliedBy(2));

        assertThat(phases()).containsExactly("Running", "Running");
    }

    @Test
    void aPodThatWaitsForASecretStartsWhenItAppears() {
        agent.start();
        create("web", "key");
        pass(Duration.ofMinutes(10));
        assertThat(phases()).containsExactly("Pending");
        var secret = Secret.newBuilder().putData("k", ByteString.copyFromUtf8("v"));
        secret.getMetadataBuilder().setName("key");
        cluster.model().create(ApiResource.SECRETS, "shop", secret.build());
        pass(Duration.ofSeconds(15));

        assertThat(phases()).containsExactly("Running");
    }

    @Test
    void aChangedObjectEndsTheWaitOfAContainerThatKeepsFailing() {
        agent.start();
        cluster.model().create(ApiResource.SECRETS, "shop", secret("wrong"));
        var pod = pod("web", "key");
        pod.getSpecBuilder().getContainersBuilder(0).addCommand("false");
        cluster.model().create(ApiResource.PODS, "shop", pod.build());
        pass(Duration.ofMinutes(20));
        var before = restarts();
        pass(Duration.ofMinutes(1));
        assertThat(restarts()).isLessThanOrEqualTo(before + 1);
        var waiting = restarts();
        pass(Duration.ofSeconds(30));
        cluster.goDown();
        pass(Duration.ofSeconds(10));
        assertThat(restarts()).isEqualTo(waiting);
        cluster.comeBack();
        cluster.model().update(ApiResource.SECRETS, new ObjectName("shop", "key"), secret("right"));
        pass(Duration.ofSeconds(70));

        assertThat(restarts()).isBetween(waiting + 1, waiting + 4);
    }

    private static Secret secret(String value) {
        var secret = Secret.newBuilder().putData("k", ByteString.copyFromUtf8(value));
        secret.getMetadataBuilder().setName("key");
        return secret.build();
    }

    private int restarts() {
        return agent.views().all().getFirst().status().getContainerStatuses(0).getRestartCount();
    }

    @Test
    void aPodThatIsActiveForTooLongEndsAndPeopleAreTold() {
        agent.start();
        var pod = pod("web", "");
        pod.getSpecBuilder().setActiveDeadlineSeconds(30);
        cluster.model().create(ApiResource.PODS, "shop", pod.build());
        pass(Duration.ofSeconds(25));
        assertThat(phases()).containsExactly("Running");
        pass(Duration.ofSeconds(60));

        assertThat(phases()).containsExactly("Failed");
        assertThat(told)
                .containsOnlyOnce(
                        "Normal DeadlineExceeded: Pod was active on the node longer than the"
                                + " specified deadline");
        assertThat(agent.views().all().getFirst().status().getReason())
                .isEqualTo("DeadlineExceeded");
    }

    private Agent agent() {
        var ports =
                new Agent.Ports(
                        scheduler.incarnation(),
                        runtime,
                        runtime,
                        new FakePodFiles(scheduler, Seeded.of(21, "files")),
                        new FakePodMemory(scheduler, Seeded.of(21, "memory")),
                        folder,
                        (subject, type, reason, message) ->
                                told.add(type.text() + " " + reason + ": " + message),
                        new FakeVolumeFiles(scheduler, Seeded.of(21, "volumes")),
                        new FakeContainerFiles(scheduler, Seeded.of(21, "containers")),
                        new FakeProber(scheduler, runtime.model(), Seeded.of(21, "prober")),
                        () -> DnsSettings.NONE,
                        Optional.of(cluster.cluster()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        var settings =
                AgentSettings.standard(new NodeFacts(KnownManifests.NODE, 8L << 30, 4))
                        .withSource(ApiSource.NAME);
        runtime.images().add("busybox:1");
        return new Agent(ports, new KnownManifests(scheduler), settings);
    }

    private void create(String name, String secret) {
        cluster.model().create(ApiResource.PODS, "shop", pod(name, secret).build());
    }

    private static Pod.Builder pod(String name, String secret) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName(name);
        var container =
                pod.getSpecBuilder()
                        .setNodeName(KnownManifests.NODE)
                        .addContainersBuilder()
                        .setName("main")
                        .setImage("busybox:1");
        if (!secret.isEmpty()) {
            container
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

    private List<String> phases() {
        return agent.views().all().stream().map(view -> view.status().getPhase()).toList();
    }

    private void pass(Duration time) {
        scheduler.advance(time);
    }
}
