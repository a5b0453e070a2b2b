package io.jubelet.core.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class GraceCalculatorTest {
    private static final Optional<Duration> NONE = Optional.empty();

    /// Cases of Test_calculateEffectiveGracePeriod.
    static Stream<Arguments> rows() {
        return Stream.of(
                arguments(
                        "use termination grace period from the spec when no overrides",
                        NONE,
                        NONE,
                        NONE,
                        30),
                arguments("use pod DeletionGracePeriodSeconds when set", NONE, seconds(5), NONE, 5),
                arguments("use grace period override when set", NONE, seconds(5), seconds(2), 2),
                arguments(
                        "use 1 when pod DeletionGracePeriodSeconds is zero",
                        NONE,
                        seconds(0),
                        NONE,
                        1),
                arguments(
                        "use 1 when grace period override is zero",
                        NONE,
                        seconds(5),
                        seconds(0),
                        1),
                arguments("a longer order changes nothing", NONE, seconds(5), seconds(9), 5),
                arguments("a shorter word counts later too", seconds(9), seconds(5), NONE, 5),
                arguments("a longer word later does not", seconds(5), seconds(9), seconds(9), 5));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void gives(
            String name,
            Optional<Duration> before,
            Optional<Duration> deletion,
            Optional<Duration> ordered,
            long expected) {
        assertThat(GraceCalculator.calculate(before, deletion, ordered, seconds(30)))
                .as(name)
                .isEqualTo(Duration.ofSeconds(expected));
    }

    private static Optional<Duration> seconds(long seconds) {
        return Optional.of(Duration.ofSeconds(seconds));
    }
}
