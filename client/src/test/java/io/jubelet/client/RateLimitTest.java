package io.jubelet.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.client.ApiSettings.Rate;
import io.jubelet.client.testing.TestTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitTest {
    private static void take(RateLimit limit, int times) {
        for (var i = 0; i < times; i++) {
            limit.take();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "50, 100, 100, 20",
        "5, 10, 10, 200",
        "0, 0, 10, 200",
        "0, 3, 3, 200",
        "20, 0, 10, 50",
        "1000, 1, 1, 1"
    })
    void aBurstIsFreeAndThenTheRateHolds(double perSecond, int burst, int free, long millis) {
        var time = TestTime.moving();
        var limit = new RateLimit(new Rate(perSecond, burst), time);

        take(limit, free);
        assertThat(time.waits()).isEmpty();

        take(limit, 3);
        var each = Duration.ofMillis(millis);
        assertThat(time.waits()).containsExactly(each, each, each);
    }

    @Test
    void aNegativeRateIsNone() {
        var time = TestTime.standing();

        take(new RateLimit(Rate.UNLIMITED, time), 10_000);

        assertThat(time.waits()).isEmpty();
    }

    @Test
    void whoComesFirstGoesFirst() {
        var time = TestTime.standing();
        var limit = new RateLimit(new Rate(10, 1), time);

        take(limit, 4);

        assertThat(time.waits())
                .isEqualTo(
                        List.of(
                                Duration.ofMillis(100),
                                Duration.ofMillis(200),
                                Duration.ofMillis(300)));
    }

    @Test
    void theBucketFillsWhileNobodyCallsAndNeverOverflows() {
        var time = TestTime.moving();
        var limit = new RateLimit(new Rate(10, 4), time);
        take(limit, 4);

        time.pass(Duration.ofMillis(200));
        take(limit, 2);
        assertThat(time.waits()).isEmpty();
        take(limit, 1);
        assertThat(time.waits()).containsExactly(Duration.ofMillis(100));

        time.pass(Duration.ofHours(1));
        take(limit, 4);
        assertThat(time.waits()).hasSize(1);
        take(limit, 1);
        assertThat(time.waits()).hasSize(2);
    }

    @Test
    void overAnHourNoMoreThanTheRateAllowsIsTaken() {
        var time = TestTime.moving();
        var limit = new RateLimit(new Rate(50, 100), time);

        take(limit, 100 + 50 * 3600);

        assertThat(time.passed()).isEqualTo(Duration.ofHours(1));
    }
}
