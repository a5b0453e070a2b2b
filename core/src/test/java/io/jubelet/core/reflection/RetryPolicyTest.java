package io.jubelet.core.reflection;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.core.cluster.ApiCallException;
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
    private final ApiCallException down = new ApiCallException(Code.UNREACHABLE, "down");
    private final ApiCallException denied = new ApiCallException(Code.FORBIDDEN, "denied");

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
        var first = RetryPolicy.next(BackOff.NONE, TIMES, 0, 0, down);
        var soon = first.then().endNanos() + Duration.ofSeconds(119).toNanos();
        var late = first.then().endNanos() + Duration.ofSeconds(121).toNanos();

        assertThat(RetryPolicy.next(first.then(), TIMES, soon, 0, down).delay())
                .isEqualTo(Duration.ofMillis(1600));
        assertThat(RetryPolicy.next(first.then(), TIMES, late, 0, down).delay())
                .isEqualTo(Duration.ofMillis(800));
    }

    @Test
    void aServerThatAsksForMoreTimeGetsIt() {
        var asked =
                new ApiCallException(
                        Code.TOO_MANY_REQUESTS, "busy", Optional.of(Duration.ofSeconds(7)));

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

    @Test
    void aNamedObjectThatIsDeniedIsAskedForAgainSoonAndNobodyHearsOfItBeforeTheUsualWait() {
        var backOff = BackOff.NONE;
        var waits = new ArrayList<Long>();
        var quiet = new ArrayList<Boolean>();
        for (var now = 0L; waits.size() < 7; now = backOff.endNanos()) {
            var step = RetryPolicy.next(backOff, ReflectionTimes.OF_ONE_OBJECT, now, 0, denied);
            waits.add(step.delay().toMillis());
            quiet.add(step.soon());
            backOff = step.then();
        }

        assertThat(waits).containsExactly(25L, 50L, 100L, 200L, 400L, 800L, 1600L);
        assertThat(quiet).containsExactly(true, true, true, true, true, false, false);
    }

    @Test
    void aDenialOfWhatANodeHasOnceAndAnyOtherFailureAreNotAskedAgainSooner() {
        assertThat(RetryPolicy.next(BackOff.NONE, TIMES, 0, 0, denied).delay())
                .isEqualTo(Duration.ofMillis(800));
        assertThat(RetryPolicy.next(BackOff.NONE, ReflectionTimes.OF_ONE_OBJECT, 0, 0, down))
                .matches(step -> !step.soon() && step.delay().toMillis() == 800);
    }

    @Test
    void theWaitEndsAfterTheWholeDelayAndIsDoubledWithoutItsJitter() {
        var step = RetryPolicy.next(BackOff.NONE, TIMES, 1_000_000_000L, 0.5, down);

        assertThat(step.then()).isEqualTo(new BackOff(Duration.ofMillis(800), 2_200_000_000L));
    }

    @Test
    void exactlyAtTheEndOfTheCalmTheWaitsStillDouble() {
        var first = RetryPolicy.next(BackOff.NONE, TIMES, 0, 0, down);
        var then = first.then().endNanos() + TIMES.calm().toNanos();

        assertThat(RetryPolicy.next(first.then(), TIMES, then, 0, down).delay())
                .isEqualTo(Duration.ofMillis(1600));
    }

    private List<Long> waits(int count, double random) {
        var waits = new ArrayList<Long>();
        var backOff = BackOff.NONE;
        var now = 0L;
        for (var i = 0; i < count; i++) {
            var step = RetryPolicy.next(backOff, TIMES, now, random, down);
            waits.add(step.delay().toMillis());
            backOff = step.then();
            now += step.delay().toNanos();
        }
        return waits;
    }
}
