package io.jubelet.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Dates as RFC 9110, 5.6.7, writes them.
final class HttpDatesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1994-11-06T08:49:37Z | Sun, 06 Nov 1994 08:49:37 GMT",
                "2024-02-29T23:59:59.9Z | Thu, 29 Feb 2024 23:59:59 GMT",
                "2026-01-05T00:00:00Z | Mon, 05 Jan 2026 00:00:00 GMT",
                "2026-12-31T12:00:00Z | Thu, 31 Dec 2026 12:00:00 GMT",
            })
    void aDateIsWrittenInEnglishAndInUniversalTime(Instant at, String text) {
        assertThat(HttpDates.at(at)).isEqualTo(text);
    }
}
