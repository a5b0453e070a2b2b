package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.cluster.ApiResource;
import io.jubelet.core.cluster.Deletion;
import io.jubelet.core.cluster.ObjectName;
import io.jubelet.core.execution.Execution;
import io.jubelet.core.runtime.ContainerId;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.core.runtime.ContainerSpec;
import io.jubelet.core.runtime.RuntimeCallException;
import io.jubelet.core.runtime.SandboxId;
import io.jubelet.core.runtime.SandboxSpec;
import io.jubelet.sim.planted.ForwardingRuntime;
import java.time.Duration;
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

    private final ClusterWorld<Starts> world = new ClusterWorld<>(5, CPUS, Starts::new);

    @AfterEach
    void end() {
        world.close();
    }

    @Test
    void noMoreIsStartedAtATimeThanThereAreSlots() {
        world.start();
        create("web", 30);
        world.pass(Duration.ofMinutes(1));

        assertThat(world.phases("web")).hasSize(30).containsOnly("Running");
        assertThat(world.asked.most).isEqualTo(SLOTS);
    }

    @Test
    void podsThatAreStuckLoseTheirSlotsAndOthersSayWhatTheyWaitFor() {
        world.start();
        create("stuck", SLOTS);
        world.pass(Duration.ofSeconds(5));
        create("web", 10);
        world.pass(Duration.ofSeconds(3));
        assertThat(world.waits("web")).hasSize(10).containsOnly("StartQueued");
        world.pass(Duration.ofSeconds(10));

        assertThat(world.phases("web")).hasSize(10).containsOnly("Running");
        assertThat(world.phases("stuck")).containsOnly("Pending");
    }

    @Test
    void aStaticPodNeedsNoSlot() {
        world.start();
        create("stuck", SLOTS);
        world.pass(Duration.ofSeconds(5));
        world.folder.write("static.yaml", PodSketch.server("static").text());
        world.pass(Duration.ofSeconds(2));

        assertThat(world.phases("static")).containsExactly("Running");
    }

    @Test
    void aPodThatIsDeletedInTheQueueLeavesItAtOnce() {
        world.start();
        create("stuck", SLOTS);
        world.pass(Duration.ofSeconds(5));
        create("web", 1);
        world.pass(Duration.ofSeconds(1));
        world.cluster
                .model()
                .delete(
                        ApiResource.PODS,
                        new ObjectName("shop", "web-0"),
                        new Deletion(OptionalLong.empty(), Optional.empty()));
        world.pass(Duration.ofSeconds(2));

        assertThat(world.phases("web")).isEmpty();
        assertThat(world.runtime.model().sandboxes()).isEmpty();
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
            world.create(ClusterWorld.pod(prefix + "-" + index));
        }
    }
}
