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
    private static final Duration HOUR = Duration.ofHours(1);

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
        assertThat(TokenPolicy.wantsRefresh(life, age, 0)).isEqualTo(wanted);
    }

    @Test
    void jitterBringsTheRefreshForwardByLessThanTenSeconds() {
        var due = Duration.ofMinutes(48);

        assertThat(TokenPolicy.wantsRefresh(HOUR, due.minusSeconds(8), 0.99)).isTrue();
        assertThat(TokenPolicy.wantsRefresh(HOUR, due.minusSeconds(10), 0.99)).isFalse();
    }

    @Test
    void aTokenIsExpiredOnceItsTimeIsOver() {
        assertThat(TokenPolicy.expired(HOUR, HOUR)).isFalse();
        assertThat(TokenPolicy.expired(HOUR, HOUR.plusNanos(1))).isTrue();
    }

    @Test
    void aTokenLivesAsLongAsTheServerSaysWhateverTheNodesClockSays() {
        assertThat(TokenPolicy.life(granted(), START.plus(Duration.ofDays(9)))).isEqualTo(HOUR);
        assertThat(TokenPolicy.life(granted(), START.minus(Duration.ofDays(9)))).isEqualTo(HOUR);
    }

    @Test
    void aTokenWithoutALengthLivesUntilItsEnd() {
        var endless = granted().toBuilder();
        endless.getSpecBuilder().clearExpirationSeconds();

        assertThat(TokenPolicy.life(endless.build(), START)).isEqualTo(HOUR);
    }

    private static TokenRequest granted() {
        var request = TokenRequest.newBuilder();
        request.getSpecBuilder().setExpirationSeconds(HOUR.toSeconds());
        request.getStatusBuilder()
                .setToken("secret")
                .getExpirationTimestampBuilder()
                .setSeconds(START.plus(HOUR).getEpochSecond());
        return request.build();
    }
}
