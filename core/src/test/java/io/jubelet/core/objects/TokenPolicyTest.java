package io.jubelet.core.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.jubelet.api.authentication.TokenRequest;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Rows carry upstream's names where token_manager_test.go has them.
class TokenPolicyTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    10 minutes later          | PT10M    | PT1H   | false
                    59 minutes later          | PT59M    | PT1H   | true
                    48 minutes and a second   | PT48M1S  | PT1H   | true
                    48 minutes later          | PT48M    | PT1H   | false
                    a day and a bit, of a week | PT24H1S | PT168H | true
                    half a day, of a week     | PT12H    | PT168H | false
                    """)
    void refresh(String name, Duration age, Duration life, boolean wanted) {
        assertThat(TokenPolicy.wantsRefresh(granted(life), START.plus(age), 0)).isEqualTo(wanted);
    }

    @Test
    void jitterBringsTheRefreshForwardByLessThanTenSeconds() {
        var token = granted(Duration.ofHours(1));
        var due = START.plus(Duration.ofMinutes(48));

        assertThat(TokenPolicy.wantsRefresh(token, due.minusSeconds(8), 0.99)).isTrue();
        assertThat(TokenPolicy.wantsRefresh(token, due.minusSeconds(10), 0.99)).isFalse();
    }

    @Test
    void aTokenIsExpiredOnceItsTimeIsOver() {
        var token = granted(Duration.ofHours(1));

        assertThat(TokenPolicy.expired(token, START.plus(Duration.ofHours(1)))).isFalse();
        assertThat(TokenPolicy.expired(token, START.plus(Duration.ofMinutes(61)))).isTrue();
    }

    @Test
    void aTokenWithoutALifeIsNeverRefreshed() {
        var endless = granted(Duration.ofHours(1)).toBuilder();
        endless.getSpecBuilder().clearExpirationSeconds();

        assertThat(TokenPolicy.wantsRefresh(endless.build(), START.plus(Duration.ofDays(9)), 0))
                .isFalse();
    }

    private static TokenRequest granted(Duration life) {
        var request = TokenRequest.newBuilder();
        request.getSpecBuilder().setExpirationSeconds(life.toSeconds());
        request.getStatusBuilder()
                .setToken("secret")
                .getExpirationTimestampBuilder()
                .setSeconds(START.plus(life).getEpochSecond());
        return request.build();
    }
}
