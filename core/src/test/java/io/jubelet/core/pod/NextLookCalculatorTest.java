package io.jubelet.core.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jubelet.core.sync.SyncTimes;
import io.jubelet.core.waiting.InitContainerRunning;
import io.jubelet.core.waiting.Wait;
import io.jubelet.core.waiting.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class NextLookCalculatorTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final long RESYNC = 20;
    private static final long AFTER_ERROR = SyncTimes.STANDARD.afterError().toSeconds();
    private static final long NETWORK = SyncTimes.STANDARD.networkRetry().toSeconds();

    /// Cases of TestCompleteWork_Enqueue.
    static Stream<Arguments> rows() {
        return Stream.of(
                arguments("no error uses regular resync interval", List.of(), RESYNC),
                arguments("what an event ends is not asked for", List.of(event()), RESYNC),
                arguments("generic error uses default backoff", List.of(in(AFTER_ERROR)), 10),
                arguments("BackoffError uses error's backoff", List.of(in(5)), 5),
                arguments(
                        "Aggregate error with one BackoffError uses its backoff",
                        List.of(event(), in(AFTER_ERROR), in(7)),
                        7),
                arguments(
                        "Aggregate error with multiple BackoffErrors uses minimum backoff",
                        List.of(in(10), in(3)),
                        3),
                arguments(
                        "BackoffError in the past enqueues for immediate processing with jitter",
                        List.of(in(-5)),
                        0),
                arguments(
                        "Excessively long backoff duration enqueues for the maximum allowed",
                        List.of(in(2 * RESYNC)),
                        RESYNC),
                arguments(
                        "NetworkNotReadyError uses backOffOnTransientErrorPeriod",
                        List.of(in(NETWORK)),
                        1),
                arguments(
                        "Aggregate with NetworkNotReadyError",
                        List.of(in(AFTER_ERROR), in(NETWORK)),
                        1),
                arguments(
                        "Aggregate with NetworkNotReadyError and BackoffError",
                        List.of(in(AFTER_ERROR), in(NETWORK), in(3)),
                        1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void looksAgain(String name, List<Wait.Planned> waits, long seconds) {
        assertThat(after(waits, Optional.empty())).as(name).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest(name = "more to do in {0} s: looks in {1} s")
    @CsvSource({"3, 3", "7, 5", "-1, 0"})
    void looksAgainForWhatNobodyWaitsFor(long more, long seconds) {
        assertThat(after(List.of(in(5)), Optional.of(NOW.plusSeconds(more))))
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    private static Duration after(List<Wait.Planned> waits, Optional<Instant> lookAgain) {
        return NextLookCalculator.after(waits, lookAgain, NOW, Duration.ofSeconds(RESYNC));
    }

    private static Wait.Planned in(long seconds) {
        return Wait.Planned.until(new WaitReason.TurnFailed("it"), NOW.plusSeconds(seconds));
    }

    private static Wait.Planned event() {
        return Wait.Planned.untilEvent(new InitContainerRunning("one"));
    }
}
