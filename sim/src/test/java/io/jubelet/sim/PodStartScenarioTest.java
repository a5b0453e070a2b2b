package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ConfigMap;
import io.jubelet.api.core.Pod;
import io.jubelet.api.core.ServiceAccount;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ListedContainer;
import io.jubelet.core.runtime.ListedSandbox;
import io.jubelet.core.runtime.ObservedSandbox;
import io.jubelet.core.runtime.PodUid;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.cluster.FakeCluster;
import io.jubelet.sim.planted.ForwardingRuntime;
import io.jubelet.sim.runtime.FakeRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a pod's start costs the runtime, and what of it goes on side by side.
class PodStartScenarioTest {
    private static final Predicate<Call> STATUS_WRITES = Call.of(Verb.PATCH, ApiResource.PODS);

    private final ClusterWorld<Searches> world = new ClusterWorld<>(9, 2, Searches::new);
    private final Searches searches = world.asked;
    private final FakeRuntime runtime = world.runtime;
    private final FakeCluster cluster = world.cluster;

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void aPodThatComesToTheNodeIsStartedWithoutASearchForIt() {
        world.start();
        world.create(ClusterWorld.pod("web"));
        world.pass(Duration.ofSeconds(10));

        assertThat(world.phases("web")).containsExactly("Running");
        assertThat(searches.made).isZero();
    }

    @Test
    void aPodThatRunsAtOnceIsToldOfWhenItDoes() {
        world.start();
        world.create(ClusterWorld.pod("web"));
        world.pass(Duration.ofSeconds(10));

        assertThat(cluster.calls().stream().filter(STATUS_WRITES)).hasSize(1);
        assertThat(searches.sandboxesRead).isEqualTo(1);
    }

    @Test
    void aPodWhoseSandboxTakesLongIsToldOfMeanwhile() {
        world.start();
        searches.sandboxTakes = Duration.ofSeconds(5);
        world.create(ClusterWorld.pod("web"));
        world.pass(Duration.ofSeconds(1));
        assertThat(cluster.calls().stream().filter(STATUS_WRITES)).hasSize(1);
        world.pass(Duration.ofSeconds(10));

        assertThat(world.phases("web")).containsExactly("Running");
        assertThat(cluster.calls().stream().filter(STATUS_WRITES)).hasSize(2);
    }

    @Test
    void podsThatWaitButAMomentForTheirTurnAreToldOfWhenTheyRun() {
        world.start();
        searches.sandboxTakes = Duration.ofMillis(50);
        for (var index = 0; index < 12; index++) {
            world.create(ClusterWorld.pod("web-" + index));
        }
        world.pass(Duration.ofSeconds(10));

        assertThat(world.phases("web")).hasSize(12).containsOnly("Running");
        assertThat(cluster.calls().stream().filter(STATUS_WRITES)).hasSize(12);
    }

    @Test
    void aPodThatMayHaveBeenStartedBeforeTheAgentIsSearchedFor() {
        world.create(ClusterWorld.pod("web"));
        world.start();
        world.pass(Duration.ofSeconds(10));

        assertThat(world.phases("web")).containsExactly("Running");
        assertThat(searches.made).isPositive();
    }

    @Test
    void aContainerThatEndsIsSearchedForHoweverLittleTimeHasPassed() {
        world.start();
        world.create(ClusterWorld.pod("web"));
        while (runtime.model().containers().stream().noneMatch(it -> it.startedAt().isPresent())) {
            world.pass(Duration.ofMillis(10));
        }
        world.pass(Duration.ofMillis(100));
        runtime.model().breakContainer(runtime.model().containers().iterator().next(), 3);
        world.pass(Duration.ofSeconds(5));

        assertThat(world.restarts()).isEqualTo(1);
    }

    @Test
    void theSandboxIsMadeWhileTheTokenIsWaitedFor() {
        world.start();
        createAccount();
        cluster.faults().forbid(ApiResource.SERVICE_ACCOUNT_TOKENS);
        world.create(withToken("web"));
        world.pass(Duration.ofSeconds(20));
        assertThat(runtime.model().sandboxes()).hasSize(1);
        assertThat(runtime.model().containers()).isEmpty();
        assertThat(world.waits("web")).containsExactly("VolumeNotMounted");
        cluster.faults().clear();
        world.pass(Duration.ofMinutes(3));

        assertThat(world.phases("web")).containsExactly("Running");
        assertThat(runtime.model().sandboxes()).hasSize(1);
    }

    @Test
    void noSandboxIsMadeForAPodWhoseVolumeMissesItsObject() {
        world.start();
        world.create(withConfigMap("web"));
        world.pass(Duration.ofMinutes(10));
        assertThat(runtime.model().sandboxes()).isEmpty();
        assertThat(world.waits("web")).containsExactly("VolumeNotMounted");
        var map = ConfigMap.newBuilder().putData("k", "v");
        map.getMetadataBuilder().setName("settings");
        cluster.model().create(ApiResource.CONFIG_MAPS, "shop", map.build());
        world.pass(Duration.ofSeconds(10));

        assertThat(world.phases("web")).containsExactly("Running");
    }

    /// The runtime may have made it after all, and nobody may have heard of it.
    @Test
    void aPodWhoseSandboxFailedIsSearchedForWhenItsTokenComes() {
        world.start();
        createAccount();
        searches.sandboxFails = true;
        world.create(withToken("web"));
        world.pass(Duration.ofMinutes(1));

        assertThat(world.phases("web")).containsExactly("Running");
        assertThat(searches.beforeSandboxes)
                .as("none at first; one look after it failed, and one before the second try")
                .containsExactly(0, 2 * Searches.LISTS_OF_A_LOOK);
    }

    private void createAccount() {
        var account = ServiceAccount.newBuilder();
        account.getMetadataBuilder().setName("default");
        cluster.model().create(ApiResource.SERVICE_ACCOUNTS, "shop", account.build());
    }

    /// Counts the lists that are asked for one pod's sake, and how many came before each sandbox.
    private static final class Searches extends ForwardingRuntime {
        private static final int LISTS_OF_A_LOOK = 2;

        private int made;
        private final List<Integer> beforeSandboxes = new ArrayList<>();
        private final Execution execution;
        private boolean sandboxFails;
        private Duration sandboxTakes = Duration.ZERO;
        private int sandboxesRead;

        Searches(Execution execution, ContainerRuntime honest) {
            super(honest);
            this.execution = execution;
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

        @Override
        public SandboxId runSandbox(SandboxSpec spec) {
            beforeSandboxes.add(made);
            if (sandboxFails) {
                sandboxFails = false;
                throw new RuntimeCallException(
                        "RunPodSandbox", RuntimeCallException.Code.DEADLINE_EXCEEDED, "late");
            }
            if (sandboxTakes.isPositive()) {
                execution.signal("slow").await(sandboxTakes);
            }
            return super.runSandbox(spec);
        }

        @Override
        public ObservedSandbox sandboxStatus(SandboxId id) {
            sandboxesRead++;
            return super.sandboxStatus(id);
        }
    }

    private static Pod.Builder withToken(String name) {
        var pod = ClusterWorld.pod(name);
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
        var pod = ClusterWorld.pod(name);
        pod.getSpecBuilder()
                .addVolumesBuilder()
                .setName("settings")
                .getVolumeSourceBuilder()
                .getConfigMapBuilder()
                .getLocalObjectReferenceBuilder()
                .setName("settings");
        return pod;
    }
}
