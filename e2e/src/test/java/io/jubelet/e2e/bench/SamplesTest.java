package io.jubelet.e2e.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many figures become one.
final class SamplesTest {
    @ParameterizedTest(name = "{0} % of one to ten is {1}")
    @CsvSource({"10, 1", "11, 2", "50, 5", "90, 9", "99, 10", "100, 10"})
    void aPercentileIsAValueThatWasMeasured(double percent, double value) {
        var oneToTen = Samples.of(10, 1, 9, 2, 8, 3, 7, 4, 6, 5);

        assertThat(oneToTen.percentile(percent)).isEqualTo(value);
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheMiddleOnes() {
        assertThat(Samples.of(4, 1, 2, 100).median()).isEqualTo(3);
        assertThat(Samples.of(3, 1, 2).median()).isEqualTo(2);
        assertThat(Samples.of(7).median()).isEqualTo(7);
    }

    @Test
    void samplesOfSeveralRoundsCountAlike() {
        assertThat(Samples.of(5, 1).and(Samples.of(3)).median()).isEqualTo(3);
    }

    @Test
    void nothingHasNoPercentile() {
        assertThatIllegalStateException().isThrownBy(() -> Samples.NONE.percentile(50));
    }
}
