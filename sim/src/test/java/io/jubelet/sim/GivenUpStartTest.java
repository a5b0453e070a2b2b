package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.desired.RestartPolicy;
import io.jubelet.core.runtime.ContainerState;
import io.jubelet.sim.runtime.FakeContainer;
import io.jubelet.sim.schedule.Pace;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// A runtime gives up a start whose caller was killed, and says that the container ended with 128.
final class GivenUpStartTest {
    private static final int SEEDS = 120;

    @Test
    void aPodThatNeverRestartsStartsAllTheSame() {
        var met = 0;
        for (var seed = 1; seed <= SEEDS; seed++) {
            met += killedInTheMiddleOfTheStart(seed) ? 1 : 0;
        }

        assertThat(met).as("how often the runtime gave the start up").isGreaterThan(2);
    }

    /// Answers whether the runtime gave up.
    private static boolean killedInTheMiddleOfTheStart(long seed) {
        var met = new boolean[1];
        new Simulation(seed, Pace.STEADY, UnaryOperator.identity())
                .run(
                        "the same test again",
                        simulation -> {
                            simulation.runtime().images().add("busybox:1");
                            simulation.startAgent();
                            var pod = PodSketch.server("job").with(RestartPolicy.NEVER);
                            simulation.write("job.yaml", pod);
                            for (var step = 0; step < 5000 && !made(simulation); step++) {
                                simulation.advance(Duration.ofNanos(200_000));
                            }
                            simulation.advance(Duration.ofNanos(seed % 20 * 200_000));
                            simulation.killAgent();
                            simulation.advance(Duration.ofSeconds(1));
                            met[0] = containers(simulation, ContainerState.EXITED) > 0;
                            simulation.startAgent();
                            simulation.advance(Duration.ofSeconds(5));
                            var view = simulation.view("job.yaml").orElseThrow();
                            assertThat(view.status().getPhase()).isEqualTo("Running");
                            assertThat(containers(simulation, ContainerState.RUNNING)).isOne();
                        });
        return met[0];
    }

    private static boolean made(Simulation simulation) {
        return containers(simulation, ContainerState.CREATED) > 0;
    }

    private static long containers(Simulation simulation, ContainerState state) {
        return simulation.runtime().model().containers().stream()
                .map(FakeContainer::state)
                .filter(state::equals)
                .count();
    }
}
