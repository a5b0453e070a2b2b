package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    void doublesFromOneSecondToOneMinuteWhereThatIsConfigured() {
        assertThat(seconds(BackOffLimits.REDUCED))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void neverWaitsLongerThanConfigured() {
        assertThat(seconds(BackOffLimits.STANDARD.atMost(Duration.ofSeconds(30))))
                .containsExactly(10L, 20L, 30L, 30L, 30L, 30L, 30L, 30L);
        assertThat(seconds(BackOffLimits.STANDARD.atMost(Duration.ofSeconds(3)))).containsOnly(3L);
    }

    private static List<Long> seconds(BackOffLimits limits) {
        var backOff = RestartBackOff.NONE.within(limits);
        var delays = new ArrayList<Long>();
        for (var crash = 0; crash < 8; crash++) {
            backOff = backOff.lengthened("app", START, START);
            delays.add(backOff.delay("app").toSeconds());
        }
        return delays;
    }

    @Test
    void aWaitThatIsRememberedIsNoLongerThanTheNewLimit() {
        var backOff =
                RestartBackOff.NONE
                        .lengthened("app", START, START)
                        .within(BackOffLimits.STANDARD.atMost(Duration.ofSeconds(3)));

        assertThat(backOff.retryAfter("app", START, START)).contains(START.plusSeconds(3));
        assertThat(backOff.delay("app")).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void pullsKeepTheirOwnLimits() {
        var backOff = RestartBackOff.NONE.within(BackOffLimits.REDUCED);

        assertThat(backOff.lengthened("pull app:1", START, START).delay("pull app:1"))
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void forgetsACrashAfterTwiceItsLongestWait() {
        var backOff =
                RestartBackOff.NONE.within(BackOffLimits.REDUCED).lengthened("app", START, START);

        assertThat(backOff.retryAfter("app", START.plusSeconds(120), START.plusSeconds(120)))
                .contains(START.plusSeconds(121));
        assertThat(backOff.retryAfter("app", START.plusSeconds(121), START.plusSeconds(121)))
                .isEmpty();
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

    @Test
    void anotherVersionOfAnObjectStartsOver() {
        var first = new Causes(Map.of("configmap/shop/settings", "1"));
        var second = new Causes(Map.of("configmap/shop/settings", "2"));
        var backOff = RestartBackOff.NONE;
        for (var crash = 0; crash < 5; crash++) {
            backOff = backOff.lengthened("app", START, START).because("app", first);
        }

        var same = backOff.startedOver(Map.of("app", first));
        var changed = backOff.startedOver(Map.of("app", second));

        assertThat(same).isEqualTo(backOff);
        assertThat(same.delay("app")).isEqualTo(Duration.ofSeconds(160));
        assertThat(changed.delay("app")).isEqualTo(Duration.ofSeconds(5));
        assertThat(changed.lengthened("app", START, START).delay("app"))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(changed.startedOver(Map.of("app", second))).isEqualTo(changed);
    }

    @Test
    void anObjectThatNobodyCanReadIsNoChange() {
        var known = new Causes(Map.of("secret/shop/key", "7"));
        var backOff = RestartBackOff.NONE.lengthened("app", START, START).because("app", known);

        var meanwhile = backOff.startedOver(Map.of("app", Causes.NONE));
        var readAgain = meanwhile.startedOver(Map.of("app", known));
        var other = meanwhile.startedOver(Map.of("app", version("8")));

        assertThat(meanwhile).isEqualTo(backOff);
        assertThat(readAgain).isEqualTo(backOff);
        assertThat(other.delay("app")).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void anObjectThatAppearsIsAChangeAndOneFirstSeenIsNone() {
        var backOff = RestartBackOff.NONE.lengthened("app", START, START);

        var missing = backOff.startedOver(Map.of("app", version(Causes.MISSING)));
        var there = missing.startedOver(Map.of("app", version("1")));

        assertThat(missing.delay("app")).isEqualTo(Duration.ofSeconds(10));
        assertThat(there.delay("app")).isEqualTo(Duration.ofSeconds(5));
    }

    private static Causes version(String version) {
        return new Causes(Map.of("secret/shop/key", version));
    }
}
