package io.jubelet.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The random lives of a node that every build goes through. `-Djubelet.seed=N` runs that one
/// alone,
/// `-Djubelet.seeds=N` so many.
class ChurnTest {
    private static final long FIRST = 1;
    private static final long COUNT = Long.getLong("jubelet.seeds", 2_000);

    @Test
    void everySeedOfChurnKeepsTheInvariantsAndComesToRest() {
        var only = Long.getLong("jubelet.seed");
        if (only != null) {
            System.out.println(Churn.run(only));
            return;
        }
        var began = System.nanoTime();
        var steps = LongStream.range(FIRST, FIRST + COUNT).map(seed -> Churn.run(seed).steps());
        var total = steps.sum();
        System.out.printf(
                "simulation: %d seeds of churn, %d steps, %d ms%n",
                COUNT, total, (System.nanoTime() - began) / 1_000_000);
        assertThat(total).isGreaterThan(COUNT * 300);
    }
}
