package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The random lives of a node of a cluster that every build goes through. `-Djubelet.seed=N` runs
/// that one alone, `-Djubelet.seeds=N` so many.
class ApiChurnTest {
    private static final long FIRST = 1;
    private static final long COUNT = Long.getLong("jubelet.seeds", 300);

    @Test
    void everySeedOfANodesChurnKeepsTheInvariantsAndComesToRest() {
        var only = Long.getLong("jubelet.seed");
        if (only != null) {
            System.out.println(Churn.runNode(only));
            return;
        }
        var began = System.nanoTime();
        var steps = LongStream.range(FIRST, FIRST + COUNT).map(seed -> Churn.runNode(seed).steps());
        var total = steps.sum();
        System.out.printf(
                "simulation: %d seeds of a node's churn, %d steps, %d ms%n",
                COUNT, total, (System.nanoTime() - began) / 1_000_000);
        assertThat(total).isGreaterThan(COUNT * 300);
    }
}
