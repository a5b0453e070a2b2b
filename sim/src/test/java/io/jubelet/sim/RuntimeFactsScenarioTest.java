package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.core.ContainerStatus;
import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.sim.cluster.ClusterFaults.Call;
import io.jubelet.sim.cluster.ClusterFaults.Verb;
import io.jubelet.sim.runtime.FakeRuntime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What only the runtime knows of a container reaches the API server, and once is enough.
final class RuntimeFactsScenarioTest {
    private static final ObjectName WEB = new ObjectName(ClusterWorld.NAMESPACE, "web");

    private final ClusterWorld<FakeRuntime> world =
            new ClusterWorld<>(21, 4, (_, runtime) -> runtime);

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void asWhomAContainerRunsAndWhichSignalEndsItIsToldOnce() {
        world.start();
        var pod = ClusterWorld.pod("web");
        var main = pod.getSpecBuilder().getContainersBuilder(0);
        main.getLifecycleBuilder().setStopSignal("SIGRTMIN+3");
        main.getSecurityContextBuilder().setRunAsUser(1000).setRunAsGroup(0);
        pod.getSpecBuilder().getSecurityContextBuilder().addSupplementalGroups(7);
        world.create(pod);
        world.pass(Duration.ofSeconds(30));

        assertThat(world.runtime.model().containers())
                .extracting(container -> container.spec())
                .extracting(ContainerSpec::stopSignal)
                .allSatisfy(signal -> assertThat(signal).contains("SIGRTMIN+3"))
                .hasSize(1);
        var told = told();
        assertThat(told.getStopSignal()).isEqualTo("SIGRTMIN+3");
        assertThat(told.getUser().getLinux().getUid()).isEqualTo(1000);
        assertThat(told.getUser().getLinux().hasGid()).isTrue();
        assertThat(told.getUser().getLinux().getSupplementalGroupsList()).containsExactly(7L);

        var writes = writes();
        world.pass(Duration.ofMinutes(30));
        assertThat(writes()).isEqualTo(writes);
    }

    private long writes() {
        var written = Call.of(Verb.PATCH, ApiResource.PODS);
        return world.cluster.calls().stream().filter(written).count();
    }

    private ContainerStatus told() {
        return world.cluster.model().get(ApiResource.PODS, WEB).getStatus().getContainerStatuses(0);
    }
}
