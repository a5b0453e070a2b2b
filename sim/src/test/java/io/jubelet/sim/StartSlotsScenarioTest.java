package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.Pod;
import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.core.source.ApiSource;
import io.jubelet.core.status.PodView;
import io.jubelet.core.sync.NodeFacts;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.host.FakeContainerFiles;
import io.jubelet.sim.host.FakeManifestFolder;
import io.jubelet.sim.host.FakePodFiles;
import io.jubelet.sim.host.FakePodMemory;
import io.jubelet.sim.host.FakeVolumeFiles;
import io.jubelet.sim.planted.ForwardingRuntime;
import io.jubelet.sim.runtime.FakeProber;
import io.jubelet.sim.runtime.FakeRuntime;
import io.jubelet.sim.runtime.Latency;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.Seeded;
import io.jubelet.sim.schedule.SimScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Few pods are started at a time, and none of them can keep the others waiting.
class StartSlotsScenarioTest {
    private static final int CPUS = 2;
    private static final int SLOTS = CPUS + 2;
    private static final Duration STUCK = Duration.ofMinutes(3);

    private final SimScheduler scheduler = new SimScheduler(5, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeRuntime runtime = new FakeRuntime(scheduler, new Seeded(5), Latency.NORMAL);
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(5), Latency.NORMAL);
    private final FakeManifestFolder folder =
            new FakeManifestFolder(scheduler, Seeded.of(5, "folder"));
    private final Execution execution = scheduler.incarnation();
    private final Starts starts = new Starts(execution, runtime);
    private final Agent agent = agent();

    @AfterEach
    void end() {
        session.close();
    }

    @Test
    void noMoreIsStartedAtATimeThanThereAreSlots() {
        start();
        create("web", 30);
        scheduler.advance(Duration.ofMinutes(1));

        assertThat(phases("web")).hasSize(30).containsOnly("Running");
        assertThat(starts.most).isEqualTo(SLOTS);
    }

    @Test
    void podsThatAreStuckLoseTheirSlotsAndOthersSayWhatTheyWaitFor() {
        start();
        create("stuck", SLOTS);
        scheduler.advance(Duration.ofSeconds(5));
        create("web", 10);
        scheduler.advance(Duration.ofSeconds(3));
        assertThat(waits("web")).hasSize(10).containsOnly("StartQueued");
        scheduler.advance(Duration.ofSeconds(10));

        assertThat(phases("web")).hasSize(10).containsOnly("Running");
        assertThat(phases("stuck")).containsOnly("Pending");
    }

    @Test
    void aStaticPodNeedsNoSlot() {
        start();
        create("stuck", SLOTS);
        scheduler.advance(Duration.ofSeconds(5));
        folder.write("static.yaml", PodSketch.server("static").text());
        scheduler.advance(Duration.ofSeconds(2));

        assertThat(phases("static")).containsExactly("Running");
    }

    @Test
    void aPodThatIsDeletedInTheQueueLeavesItAtOnce() {
        start();
        create("stuck", SLOTS);
        scheduler.advance(Duration.ofSeconds(5));
        create("web", 1);
        scheduler.advance(Duration.ofSeconds(1));
        cluster.model()
                .delete(
                        ApiResource.PODS,
                        new ObjectName("shop", "web-0"),
                        new Deletion(OptionalLong.empty(), Optional.empty()));
        scheduler.advance(Duration.ofSeconds(2));

        assertThat(phases("web")).isEmpty();
        assertThat(runtime.model().sandboxes()).isEmpty();
    }

    private void start() {
        agent.start();
        scheduler.advance(Duration.ofSeconds(5));
    }

    private Agent agent() {
        var ports =
                new Agent.Ports(
                        execution,
                        starts,
                        runtime,
                        new FakePodFiles(scheduler, Seeded.of(5, "files")),
                        new FakePodMemory(scheduler, Seeded.of(5, "memory")),
                        folder,
                        EventRecorder.NONE,
                        new FakeVolumeFiles(scheduler, Seeded.of(5, "volumes")),
                        new FakeContainerFiles(scheduler, Seeded.of(5, "containers")),
                        new FakeProber(scheduler, runtime.model(), Seeded.of(5, "prober")),
                        () -> DnsSettings.NONE,
                        Optional.of(cluster.cluster()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        var settings =
                AgentSettings.standard(new NodeFacts(KnownManifests.NODE, 8L << 30, CPUS))
                        .withSource(ApiSource.NAME);
        runtime.images().add("busybox:1");
        return new Agent(ports, new KnownManifests(scheduler), settings);
    }

    /// Counts what it is asked to start at a time, and never makes the sandbox of a pod that is
    /// named so.
    private static final class Starts extends ForwardingRuntime {
        private final Execution execution;
        private int now;
        private int most;

        Starts(Execution execution, ContainerRuntime honest) {
            super(honest);
            this.execution = execution;
        }

        @Override
        public SandboxId runSandbox(SandboxSpec spec) {
            if (spec.pod().name().startsWith("stuck")) {
                execution.signal("stuck").await(STUCK);
                throw new RuntimeCallException(
                        "RunPodSandbox", RuntimeCallException.Code.DEADLINE_EXCEEDED, "stuck");
            }
            return counted(() -> super.runSandbox(spec));
        }

        @Override
        public ContainerId createContainer(
                SandboxId sandbox, ContainerSpec spec, SandboxSpec sandboxSpec) {
            return counted(() -> super.createContainer(sandbox, spec, sandboxSpec));
        }

        private <T> T counted(Supplier<T> call) {
            most = Math.max(most, ++now);
            try {
                return call.get();
            } finally {
                now--;
            }
        }
    }

    private void create(String prefix, int pods) {
        for (var index = 0; index < pods; index++) {
            var pod = Pod.newBuilder();
            pod.getMetadataBuilder().setName(prefix + "-" + index);
            pod.getSpecBuilder()
                    .setNodeName(KnownManifests.NODE)
                    .addContainersBuilder()
                    .setName("main")
                    .setImage("busybox:1");
            cluster.model().create(ApiResource.PODS, "shop", pod.build());
        }
    }

    private List<PodView> views(String prefix) {
        return agent.views().all().stream()
                .filter(view -> view.identity().name().startsWith(prefix))
                .toList();
    }

    private List<String> phases(String prefix) {
        return views(prefix).stream().map(view -> view.status().getPhase()).toList();
    }

    private List<String> waits(String prefix) {
        return views(prefix).stream()
                .flatMap(view -> view.waits().stream())
                .map(wait -> wait.reason().code())
                .toList();
    }
}
