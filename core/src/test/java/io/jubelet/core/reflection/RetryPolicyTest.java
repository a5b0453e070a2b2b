package io.jubelet.core.reflection;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.cluster.ApiCallException.Code;
import io.jubelet.core.reflection.RetryPolicy.BackOff;
import io.jubelet.core.reflection.RetryPolicy.Next;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Waits between tries, on ticks of our own.
class RetryPolicyTest {
    private static final ReflectionTimes TIMES = ReflectionTimes.STANDARD;

    @Test
    void waitsDoubleFromEightTenthsOfASecondToHalfAMinute() {
        assertThat(waits(8, 0.0))
                .containsExactly(800L, 1600L, 3200L, 6400L, 12800L, 25600L, 30000L, 30000L);
    }

    @Test
    void jitterAddsUpToAsMuchAgain() {
        assertThat(waits(2, 0.5)).containsExactly(1200L, 2400L);
    }

    @Test
    void afterTwoCalmMinutesTheWaitsBeginAnew() {
        var first = RetryPolicy.next(BackOff.NONE, TIMES, 0, 0, Optional.empty());
        var soon = first.then().endNanos() + Duration.ofSeconds(119).toNanos();
        var late = first.then().endNanos() + Duration.ofSeconds(121).toNanos();

        assertThat(RetryPolicy.next(first.then(), TIMES, soon, 0, Optional.empty()).delay())
                .isEqualTo(Duration.ofMillis(1600));
        assertThat(RetryPolicy.next(first.then(), TIMES, late, 0, Optional.empty()).delay())
                .isEqualTo(Duration.ofMillis(800));
    }

    @Test
    void aServerThatAsksForMoreTimeGetsIt() {
        var asked = Optional.of(Duration.ofSeconds(7));

        assertThat(RetryPolicy.next(BackOff.NONE, TIMES, 0, 0, asked).delay())
                .isEqualTo(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"UNREACHABLE", "TIMED_OUT", "TOO_MANY_REQUESTS", "SERVER_ERROR"})
    void whatPassesLeavesTheListGood(Code code) {
        assertThat(RetryPolicy.after(code)).isEqualTo(Next.WATCH_ON);
    }

    @ParameterizedTest
    @EnumSource(
            value = Code.class,
            names = {"EXPIRED", "FORBIDDEN", "UNAUTHORIZED", "FAILED"})
    void whatDoesNotPassCallsForANewList(Code code) {
        assertThat(RetryPolicy.after(code)).isEqualTo(Next.LIST_NEWEST);
    }

    private static List<Long> waits(int count, double random) {
        var waits = new ArrayList<Long>();
        var backOff = BackOff.NONE;
        var now = 0L;
        for (var i = 0; i < count; i++) {
            var step = RetryPolicy.next(backOff, TIMES, now, random, Optional.empty());
            waits.add(step.delay().toMillis());
            backOff = step.then();
            now += step.delay().toNanos();
        }
        return waits;
    }
}
