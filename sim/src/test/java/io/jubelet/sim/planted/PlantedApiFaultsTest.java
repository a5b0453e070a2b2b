package io.jubelet.sim.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.jubelet.core.Agent;
import io.jubelet.core.cluster.Cluster;
import io.jubelet.core.cluster.ClusterApi;
import io.jubelet.sim.Churn;
import io.jubelet.sim.Simulation;
import io.jubelet.sim.schedule.Pace;
import io.jubelet.sim.schedule.SimulationFailure;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A node's churn finds bugs of what the agent tells the API server: each of these is planted alone
/// and must be noticed.
class PlantedApiFaultsTest {
    /// Seeds that the honest agent passes in [io.jubelet.sim.ApiChurnTest].
    private static final long SEEDS = 300;

    record Fault(String name, UnaryOperator<ClusterApi> plant) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Fault> faults() {
        return List.of(
                new Fault("a status write is lost and believed done", ApiFaults.WriteLost::new),
                new Fault("a final delete comes too early", ApiFaults.RemovedTooEarly::new),
                new Fault("a pod goes that nobody deleted", ApiFaults.RemovedUnasked::new),
                new Fault(
                        "a mirror stays of a pod that is gone",
                        honest -> new ApiFaults.RemovalNotDone(honest, true)),
                new Fault(
                        "a final delete is answered but not done",
                        honest -> new ApiFaults.RemovalNotDone(honest, false)),
                new Fault("a final phase goes back", ApiFaults.PhaseGoesBack::new),
                new Fault("conditions of others are taken away", ApiFaults.ConditionsTaken::new),
                new Fault("a restart writes all again", ApiFaults.WritesAgain::new));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void isFoundWhereTheHonestAgentIsNotBlamed(Fault fault) {
        for (var seed = 1L; seed <= SEEDS; seed++) {
            var found = failure(seed, ports -> with(ports, fault.plant()));
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
            Churn.run(Simulation.ofNode(seed, Pace.of(seed), plant));
            return Optional.empty();
        } catch (SimulationFailure found) {
            return String.valueOf(found.getMessage()).lines().findFirst();
        }
    }

    private static Agent.Ports with(Agent.Ports ports, UnaryOperator<ClusterApi> plant) {
        return new Agent.Ports(
                ports.execution(),
                ports.runtime(),
                ports.images(),
                ports.files(),
                ports.memory(),
                ports.manifests(),
                ports.events(),
                ports.volumes(),
                ports.containers(),
                ports.prober(),
                ports.resolver(),
                ports.cluster()
                        .map(
                                honest ->
                                        new Cluster(
                                                plant.apply(honest.api()),
                                                honest.events(),
                                                honest.heartbeats())),
                ports.url(),
                ports.node(),
                ports.cgroups());
    }
}
