package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.api.meta.Quantity;
import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.cluster.Patch;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.source.ApiSource;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.host.FakeContainerFiles;
import io.jubelet.sim.host.FakeManifestFolder;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakePodMemory;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Incarnation;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which pods a node of two processors takes, in which order, and what becomes of the others.
class AdmissionScenarioTest {
    private static final Duration MOMENT = Duration.ofSeconds(10);
    private static final int CRITICAL = 2_000_001_000;

    private final SimScheduler scheduler = new SimScheduler(33, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeRuntime runtime = new FakeRuntime(scheduler, new Seeded(33), Latency.NORMAL);
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(33), Latency.NORMAL);
    private final FakePodFiles files = new FakePodFiles(scheduler, new Seeded(1));
    private final FakePodMemory memory = new FakePodMemory(scheduler, new Seeded(2));
    private final FakeManifestFolder folder = new FakeManifestFolder(scheduler, new Seeded(3));
    private final FakeVolumeFiles volumes = new FakeVolumeFiles(scheduler, new Seeded(4));
    private final FakeContainerFiles containers = new FakeContainerFiles(scheduler, new Seeded(5));
    private final List<String> events = new ArrayList<>();

    @AfterEach
    void end() {
        session.close();
    }

    @Test
    void aPodThatAsksForTooMuchFailsWithAReasonAndAnEvent() {
        start();
        create("big", "3", 0, true);
        pass(MOMENT);

        var status = pod("big").getStatus();
        assertThat(status.getPhase()).isEqualTo("Failed");
        assertThat(status.getReason()).isEqualTo("OutOfcpu");
        assertThat(status.getMessage())
                .startsWith("Pod was rejected: Node didn't have enough resource: cpu");
        assertThat(events).contains("big OutOfcpu");
        assertThat(runtime.model().containers()).isEmpty();
    }

    @Test
    void ofPodsThatDoNotFitTogetherTheOlderRuns() {
        create("z-older", "1500m", 0, true);
        pass(Duration.ofSeconds(5));
        create("a-younger", "1500m", 0, true);
        start();
        pass(MOMENT);

        assertThat(phase("z-older")).isEqualTo("Running");
        assertThat(phase("a-younger")).isEqualTo("Failed");
    }

    @Test
    void afterARestartWhatRunsComesFirst() {
        create("older", "1500m", 0, false);
        pass(Duration.ofSeconds(5));
        create("runs", "1500m", 0, true);
        var first = start();
        pass(MOMENT);
        first.crash();
        var spec = "{\"spec\":{\"nodeName\":\"" + KnownManifests.NODE + "\"}}";
        cluster.model()
                .patch(ApiResource.PODS, name("older"), new Patch(Patch.Kind.MERGE, "", spec));
        start();
        pass(MOMENT);

        assertThat(phase("runs")).isEqualTo("Running");
        assertThat(phase("older")).isEqualTo("Failed");
        assertThat(running()).containsExactly("runs");
    }

    @Test
    void afterARestartWhatHadEndedTurnsNobodyAway() {
        var first = start();
        create("done", "1500m", 0, true, "exit 0");
        pass(MOMENT);
        create("runs", "1500m", 0, true);
        pass(MOMENT);
        first.crash();
        start();
        pass(MOMENT);

        assertThat(phase("done")).isEqualTo("Succeeded");
        assertThat(phase("runs")).isEqualTo("Running");
        assertThat(running()).containsExactly("runs");
    }

    @Test
    void aCriticalPodStartsOnceThoseThatMakeRoomHaveEnded() {
        start();
        create("victim", "1500m", 0, true, "ignore-term");
        pass(MOMENT);
        create("critical", "1500m", CRITICAL, true);
        pass(Duration.ofSeconds(15));
        assertThat(running()).as("the victim has its grace").containsExactly("victim");
        pass(Duration.ofSeconds(40));

        assertThat(running()).containsExactly("critical");
        assertThat(pod("victim").getStatus().getReason()).isEqualTo("Preempting");
        assertThat(phase("victim")).isEqualTo("Failed");
        assertThat(events).contains("victim Preempting");
    }

    @Test
    void aPodThatIsBeingDeletedHoldsItsShareUntilItHasEnded() {
        start();
        create("old", "1500m", 0, true, "ignore-term");
        pass(MOMENT);
        delete("old", new Deletion(OptionalLong.empty(), Optional.empty()));
        create("new", "1500m", 0, true);
        pass(MOMENT);

        assertThat(phase("new")).isEqualTo("Failed");
        assertThat(running()).containsExactly("old");
    }

    @Test
    void aPodThatLeftItsSourceHasNoClaimOnTheNode() {
        start();
        create("old", "1500m", 0, true, "ignore-term");
        pass(MOMENT);
        delete("old", Deletion.now(pod("old").getMetadata().getUid()));
        create("new", "1500m", 0, true);
        pass(MOMENT);

        assertThat(phase("new")).isEqualTo("Running");
        assertThat(running()).contains("new");
    }

    @Test
    void aPodThatMakesRoomAndEndsWellHasSucceeded() {
        start();
        create("victim", "1500m", 0, true);
        pass(MOMENT);
        create("critical", "1500m", CRITICAL, true);
        pass(MOMENT);

        assertThat(running()).containsExactly("critical");
        assertThat(phase("victim")).isEqualTo("Succeeded");
        assertThat(pod("victim").getStatus().getConditionsList())
                .anyMatch(it -> it.getType().equals("DisruptionTarget"));
    }

    private Incarnation start() {
        runtime.images().add("busybox:1");
        var process = scheduler.incarnation();
        var ports =
                new Agent.Ports(
                        process,
                        runtime,
                        runtime,
                        files,
                        memory,
                        folder,
                        (subject, type, reason, message) ->
                                events.add(subject.name() + " " + reason),
                        volumes,
                        containers,
                        new FakeProber(scheduler, runtime.model(), new Seeded(6)),
                        () -> DnsSettings.NONE,
                        Optional.of(cluster.cluster()),
                        Optional.empty(),
                        Optional.of(NodeParts.of(KnownManifests.NODE)),
                        Optional.empty());
        var settings =
                AgentSettings.standard(new NodeFacts(KnownManifests.NODE, 1L << 30, 2))
                        .withSource(ApiSource.NAME);
        new Agent(ports, new KnownManifests(scheduler), settings).start();
        return process;
    }

    private void create(String name, String cpu, int priority, boolean bound, String... command) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName(name);
        var ends = List.of(command).contains("exit 0");
        var spec =
                pod.getSpecBuilder()
                        .setPriority(priority)
                        .setRestartPolicy(ends ? "Never" : "Always");
        if (bound) {
            spec.setNodeName(KnownManifests.NODE);
        }
        spec.addContainersBuilder()
                .setName("main")
                .setImage("busybox:1")
                .addAllCommand(List.of(command))
                .getResourcesBuilder()
                .putRequests("cpu", Quantity.newBuilder().setString(cpu).build());
        cluster.model().create(ApiResource.PODS, "shop", pod.build());
    }

    private void delete(String name, Deletion deletion) {
        cluster.model().delete(ApiResource.PODS, name(name), deletion);
    }

    private static ObjectName name(String pod) {
        return new ObjectName("shop", pod);
    }

    private Pod pod(String name) {
        return cluster.model().get(ApiResource.PODS, name(name));
    }

    private String phase(String name) {
        return pod(name).getStatus().getPhase();
    }

    private List<String> running() {
        return runtime.model().containers().stream()
                .filter(FakeContainer::running)
                .map(container -> container.sandbox().spec().pod().name())
                .toList();
    }

    private void pass(Duration time) {
        scheduler.advance(time);
    }
}
