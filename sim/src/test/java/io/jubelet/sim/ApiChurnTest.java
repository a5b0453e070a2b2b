package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.sim.runtime.FaultCounts;
import io.jubelet.sim.runtime.FaultCounts.Deed;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The random lives of a node of a cluster that every build goes through. `-Djubelet.seed=N` runs
/// that one alone, and [Seeds] says how many otherwise.
class ApiChurnTest {
    private static final Seeds SEEDS = Seeds.of(300, 2_000);

    /// What [ChurnTest] cannot have meets each trouble at least once in so many seeds; calls that
    /// hang are too few in these (3, measured with 300) to be held to that.
    private static final long LEAST_ONE_IN = 300;

    @Test
    void everySeedOfANodesChurnKeepsTheInvariantsAndComesToRest() {
        var only = Long.getLong("jubelet.seed");
        if (only != null) {
            System.out.println(Churn.runNode(only));
            return;
        }
        var began = System.nanoTime();
        var met = new FaultCounts();
        var total = 0L;
        for (var seed : SEEDS.each().toArray()) {
            var outcome = Churn.runNode(seed);
            met.add(outcome.tally());
            total += outcome.steps();
        }
        System.out.printf(
                "simulation: %d seeds of a node's churn, %d steps, %d ms%n",
                SEEDS.count(), total, (System.nanoTime() - began) / 1_000_000);
        System.out.println(met.table());
        assertThat(total).isGreaterThan(SEEDS.count() * 300);
        assertThat(met.rare(List.of(Deed.START_EPHEMERAL), SEEDS.count() / LEAST_ONE_IN))
                .allMatch(rare -> rare.contains("hung"));
    }
}
