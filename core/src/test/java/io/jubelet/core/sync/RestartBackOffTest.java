package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

final class RestartBackOffTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void doesNotHoldUpTheFirstRestart() {
        assertThat(RestartBackOff.NONE.retryAfter("app", START, START)).isEmpty();
    }

    @Test
    void doublesFromTenSecondsToFiveMinutes() {
        var backOff = RestartBackOff.NONE;
        var delays = new ArrayList<Duration>();
        for (var crash = 0; crash < 8; crash++) {
            backOff = backOff.lengthened("app", START, START);
            delays.add(backOff.delay("app"));
        }

        assertThat(delays)
                .extracting(Duration::toSeconds)
                .containsExactly(10L, 20L, 40L, 80L, 160L, 300L, 300L, 300L);
    }

    @Test
    void countsFromTheEndOfTheContainer() {
        var backOff = RestartBackOff.NONE.lengthened("app", START, START);
        var ended = START.plusSeconds(100);

        assertThat(backOff.retryAfter("app", ended, ended.plusSeconds(9)))
                .contains(ended.plusSeconds(10));
        assertThat(backOff.retryAfter("app", ended, ended.plusSeconds(10))).isEmpty();
    }

    @Test
    void forgetsACrashAfterTenQuietMinutes() {
        var backOff = RestartBackOff.NONE.lengthened("app", START, START);
        var ended = START.plusSeconds(601);

        assertThat(backOff.retryAfter("app", ended, ended)).isEmpty();
        assertThat(backOff.lengthened("app", ended, ended).delay("app"))
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void countsFromTheFailureItselfWhereNothingRan() {
        var backOff = RestartBackOff.NONE.lengthened("pull image", START, START);

        assertThat(backOff.retryAfterLast("pull image", START.plusSeconds(9)))
                .contains(START.plusSeconds(10));
        assertThat(backOff.retryAfterLast("pull image", START.plusSeconds(10))).isEmpty();
        assertThat(backOff.retryAfterLast("pull other", START)).isEmpty();
    }

    @Test
    void doesNotWaitForAClockThatWasSetBack() {
        var backOff = RestartBackOff.NONE.lengthened("app", START, START);
        var ended = START.plusSeconds(5);

        assertThat(backOff.retryAfter("app", ended, ended.minusSeconds(3600))).isEmpty();
    }

    @Test
    void keepsOneContainersCrashesFromAnother() {
        var backOff = RestartBackOff.NONE.lengthened("app", START, START);

        assertThat(backOff.retryAfter("log", START, START)).isEmpty();
    }
}
