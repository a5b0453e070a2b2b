package io.jubelet.sim.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.jubelet.core.Agent;
import io.jubelet.core.host.ManifestFolder;
import io.jubelet.core.runtime.ContainerRuntime;
import io.jubelet.sim.Churn;
import io.jubelet.sim.Simulation;
import io.jubelet.sim.planted.LifecycleFaults.EndedLongAgo;
import io.jubelet.sim.planted.LifecycleFaults.ExitLost;
import io.jubelet.sim.planted.LifecycleFaults.InitAgain;
import io.jubelet.sim.planted.LifecycleFaults.PulledTwice;
import io.jubelet.sim.planted.LifecycleFaults.SidecarsFirst;
import io.jubelet.sim.planted.RuntimeFaults.AdoptionLost;
import io.jubelet.sim.planted.RuntimeFaults.AttemptReused;
import io.jubelet.sim.planted.RuntimeFaults.DoubleStart;
import io.jubelet.sim.planted.RuntimeFaults.ExitMisread;
import io.jubelet.sim.planted.RuntimeFaults.LabelsLost;
import io.jubelet.sim.planted.RuntimeFaults.NoGrace;
import io.jubelet.sim.planted.RuntimeFaults.RemoveNotDone;
import io.jubelet.sim.planted.RuntimeFaults.StaleObservation;
import io.jubelet.sim.planted.RuntimeFaults.StartWithoutSandbox;
import io.jubelet.sim.planted.RuntimeFaults.StopSkipped;
import io.jubelet.sim.planted.RuntimeFaults.WrongEventsWithoutRelist;
import io.jubelet.sim.planted.RuntimeFaults.WrongSandbox;
import io.jubelet.sim.planted.SeamFaults.ForgottenDelete;
import io.jubelet.sim.planted.SeamFaults.ForgottenEdit;
import io.jubelet.sim.planted.SeamFaults.LostWakeUp;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.SimScheduler;
import io.jubelet.sim.schedule.SimulationFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The simulation finds bugs: each of these is planted alone and must be noticed.
class PlantedFaultsTest {
    /// Seeds that the honest agent passes in [io.jubelet.sim.ChurnTest].
    private static final long SEEDS = 2_000;

    record Fault(String name, UnaryOperator<Agent.Ports> plant) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Fault> faults() {
        return List.of(
                seam("a raise that nobody waits for is forgotten", PlantedFaultsTest::forgetful),
                folder("a deleted manifest stays", ForgottenDelete::new),
                folder("an edited manifest stays as it was", ForgottenEdit::new),
                runtime("a container starts without its sandbox", StartWithoutSandbox::new),
                runtime("a container starts twice", DoubleStart::new),
                runtime("a container starts in another pod's sandbox", WrongSandbox::new),
                runtime("a stop is answered but not done", StopSkipped::new),
                runtime("a stop gives no grace", NoGrace::new),
                seam("an old observation is served", PlantedFaultsTest::stale),
                runtime("a removal is answered but not done", RemoveNotDone::new),
                runtime("an attempt's number is used again", AttemptReused::new),
                runtime("events name the wrong pod, no relist", WrongEventsWithoutRelist::new),
                seam("what ran before a crash is not adopted", PlantedFaultsTest::notAdopted),
                runtime("a container loses its labels", LabelsLost::new),
                runtime("an exit code is misread", ExitMisread::new),
                runtime("an exit code is lost", ExitLost::new),
                runtime("sidecars stop before what they serve", SidecarsFirst::new),
                runtime("an init container runs again", InitAgain::new),
                runtime("a back-off is forgotten", EndedLongAgo::new),
                seam("an image is pulled twice at once", PlantedFaultsTest::pulledTwice));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void isFoundWhereTheHonestAgentIsNotBlamed(Fault fault) {
        for (var seed = 1L; seed <= SEEDS; seed++) {
            var found = failure(seed, fault.plant());
            if (found.isPresent()) {
                System.out.printf("planted: %s: found by %s%n", fault, found.get());
                assertThat(failure(seed, UnaryOperator.identity())).isEmpty();
                return;
            }
        }
        fail("%s: not found in %d seeds", fault, SEEDS);
    }

    private static Optional<String> failure(long seed, UnaryOperator<Agent.Ports> plant) {
        try {
            Churn.run(new Simulation(seed, Pace.of(seed), plant));
            return Optional.empty();
        } catch (SimulationFailure found) {
            return String.valueOf(found.getMessage()).lines().findFirst();
        }
    }

    private static Fault seam(String name, UnaryOperator<Agent.Ports> plant) {
        return new Fault(name, plant);
    }

    private static Fault runtime(String name, UnaryOperator<ContainerRuntime> plant) {
        return new Fault(name, ports -> with(ports, plant.apply(ports.runtime())));
    }

    private static Fault folder(String name, UnaryOperator<ManifestFolder> plant) {
        return new Fault(
                name,
                ports ->
                        new Agent.Ports(
                                ports.execution(),
                                ports.runtime(),
                                ports.images(),
                                ports.files(),
                                ports.memory(),
                                plant.apply(ports.manifests()),
                                ports.events(),
                                ports.volumes(),
                                ports.containers(),
                                ports.prober()));
    }

    private static Agent.Ports with(Agent.Ports ports, ContainerRuntime runtime) {
        return new Agent.Ports(
                ports.execution(),
                runtime,
                ports.images(),
                ports.files(),
                ports.memory(),
                ports.manifests(),
                ports.events(),
                ports.volumes(),
                ports.containers(),
                ports.prober());
    }

    private static Agent.Ports stale(Agent.Ports ports) {
        return with(ports, new StaleObservation(ports.runtime(), ports.execution()));
    }

    /// Every agent but a machine's first, which starts with the run, is misled.
    private static Agent.Ports notAdopted(Agent.Ports ports) {
        var first = ports.execution().now().equals(SimScheduler.EPOCH);
        return with(ports, new AdoptionLost(ports.runtime(), first));
    }

    private static Agent.Ports pulledTwice(Agent.Ports ports) {
        return new Agent.Ports(
                ports.execution(),
                ports.runtime(),
                new PulledTwice(ports.images(), ports.execution()),
                ports.files(),
                ports.memory(),
                ports.manifests(),
                ports.events(),
                ports.volumes(),
                ports.containers(),
                ports.prober());
    }

    private static Agent.Ports forgetful(Agent.Ports ports) {
        return new Agent.Ports(
                new LostWakeUp(ports.execution()),
                ports.runtime(),
                ports.images(),
                ports.files(),
                ports.memory(),
                ports.manifests(),
                ports.events(),
                ports.volumes(),
                ports.containers(),
                ports.prober());
    }
}
