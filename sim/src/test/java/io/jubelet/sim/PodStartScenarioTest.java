package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ServiceAccount;
import io.jubelet.core.Agent;
import io.jubelet.core.AgentSettings;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.event.EventRecorder;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.DnsSettings;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.PodUid;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a pod's start costs the runtime, and what of it goes on side by side.
class PodStartScenarioTest {
    private final SimScheduler scheduler = new SimScheduler(9, Pace.STEADY);
    private final SimScheduler.Session session = scheduler.attach("test");
    private final FakeRuntime runtime = new FakeRuntime(scheduler, new Seeded(9), Latency.NORMAL);
    private final FakeCluster cluster = new FakeCluster(scheduler, new Seeded(9), Latency.NORMAL);
    private final Searches searches = new Searches(runtime);
    private final Agent agent = agent();

    @AfterEach
    void end() {
        session.close();
    }

    @Test
    void aPodThatComesToTheNodeIsStartedWithoutASearchForIt() {
        start();
        create(pod("web"));
        pass(Duration.ofSeconds(10));

        assertThat(phase("web")).isEqualTo("Running");
        assertThat(searches.made).isZero();
    }

    @Test
    void aPodThatMayHaveBeenStartedBeforeTheAgentIsSearchedFor() {
        create(pod("web"));
        start();
        pass(Duration.ofSeconds(10));

        assertThat(phase("web")).isEqualTo("Running");
        assertThat(searches.made).isPositive();
    }

    @Test
    void aContainerThatEndsIsSearchedForHoweverLittleTimeHasPassed() {
        start();
        create(pod("web"));
        while (runtime.model().containers().stream().noneMatch(it -> it.startedAt().isPresent())) {
            pass(Duration.ofMillis(10));
        }
        pass(Duration.ofMillis(100));
        runtime.model().breakContainer(runtime.model().containers().iterator().next(), 3);
        pass(Duration.ofSeconds(5));

        assertThat(view("web").status().getContainerStatuses(0).getRestartCount()).isEqualTo(1);
    }

    @Test
    void theSandboxIsMadeWhileTheTokenIsWaitedFor() {
        start();
        var account = ServiceAccount.newBuilder();
        account.getMetadataBuilder().setName("default");
        cluster.model().create(ApiResource.SERVICE_ACCOUNTS, "shop", account.build());
        cluster.faults().forbid(ApiResource.SERVICE_ACCOUNT_TOKENS);
        create(withToken("web"));
        pass(Duration.ofSeconds(20));
        assertThat(runtime.model().sandboxes()).hasSize(1);
        assertThat(runtime.model().containers()).isEmpty();
        assertThat(waits("web")).containsExactly("VolumeNotMounted");
        cluster.faults().clear();
        pass(Duration.ofMinutes(3));

        assertThat(phase("web")).isEqualTo("Running");
        assertThat(runtime.model().sandboxes()).hasSize(1);
    }

    @Test
    void noSandboxIsMadeForAPodWhoseVolumeMissesItsObject() {
        start();
        create(withConfigMap("web"));
        pass(Duration.ofMinutes(10));
        assertThat(runtime.model().sandboxes()).isEmpty();
        assertThat(waits("web")).containsExactly("VolumeNotMounted");
        var map = ConfigMap.newBuilder().putData("k", "v");
        map.getMetadataBuilder().setName("settings");
        cluster.model().create(ApiResource.CONFIG_MAPS, "shop", map.build());
        pass(Duration.ofSeconds(10));

        assertThat(phase("web")).isEqualTo("Running");
    }

    /// Counts the lists that are asked for one pod's sake.
    private static final class Searches extends ForwardingRuntime {
        private int made;

        Searches(ContainerRuntime honest) {
            super(honest);
        }

        @Override
        public List<ListedSandbox> listSandboxes(Optional<PodUid> pod) {
            made += pod.isPresent() ? 1 : 0;
            return super.listSandboxes(pod);
        }

        @Override
        public List<ListedContainer> listContainers(Optional<PodUid> pod) {
            made += pod.isPresent() ? 1 : 0;
            return super.listContainers(pod);
        }
    }

    private void start() {
        agent.start();
        pass(Duration.ofSeconds(5));
    }

    private Agent agent() {
        var ports =
                new Agent.Ports(
                        scheduler.incarnation(),
                        searches,
                        runtime,
                        new FakePodFiles(scheduler, Seeded.of(9, "files")),
                        new FakePodMemory(scheduler, Seeded.of(9, "memory")),
                        new FakeManifestFolder(scheduler, Seeded.of(9, "folder")),
                        EventRecorder.NONE,
                        new FakeVolumeFiles(scheduler, Seeded.of(9, "volumes")),
                        new FakeContainerFiles(scheduler, Seeded.of(9, "containers")),
                        new FakeProber(scheduler, runtime.model(), Seeded.of(9, "prober")),
                        () -> DnsSettings.NONE,
                        Optional.of(cluster.cluster()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        var settings =
                AgentSettings.standard(new NodeFacts(KnownManifests.NODE, 8L << 30, 2))
                        .withSource(ApiSource.NAME);
        runtime.images().add("busybox:1");
        return new Agent(ports, new KnownManifests(scheduler), settings);
    }

    private void create(Pod.Builder pod) {
        cluster.model().create(ApiResource.PODS, "shop", pod.build());
    }

    private static Pod.Builder pod(String name) {
        var pod = Pod.newBuilder();
        pod.getMetadataBuilder().setName(name);
        pod.getSpecBuilder()
                .setNodeName(KnownManifests.NODE)
                .setServiceAccountName("default")
                .addContainersBuilder()
                .setName("main")
                .setImage("busybox:1");
        return pod;
    }

    private static Pod.Builder withToken(String name) {
        var pod = pod(name);
        pod.getSpecBuilder()
                .addVolumesBuilder()
                .setName("access")
                .getVolumeSourceBuilder()
                .getProjectedBuilder()
                .addSourcesBuilder()
                .getServiceAccountTokenBuilder()
                .setPath("token");
        return pod;
    }

    private static Pod.Builder withConfigMap(String name) {
        var pod = pod(name);
        pod.getSpecBuilder()
                .addVolumesBuilder()
                .setName("settings")
                .getVolumeSourceBuilder()
                .getConfigMapBuilder()
                .getLocalObjectReferenceBuilder()
                .setName("settings");
        return pod;
    }

    private PodView view(String name) {
        return agent.views().all().stream()
                .filter(it -> it.identity().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String phase(String name) {
        return view(name).status().getPhase();
    }

    private List<String> waits(String name) {
        return view(name).waits().stream().map(wait -> wait.reason().code()).toList();
    }

    private void pass(Duration time) {
        scheduler.advance(time);
    }
}
