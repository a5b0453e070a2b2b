package io.jubelet.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Durations read and print as in Go.
final class GoDurationTest {

    @ParameterizedTest(name = "{0} is {1} ns and prints as {2}")
    @CsvSource({
        "0, 0, 0s",
        "0s, 0, 0s",
        "-0, 0, 0s",
        "1ns, 1, 1ns",
        "1us, 1000, 1µs",
        "1µs, 1000, 1µs",
        "1μs, 1000, 1µs",
        "1100us, 1100000, 1.1ms",
        "100ms, 100000000, 100ms",
        "1s, 1000000000, 1s",
        "1.5s, 1500000000, 1.5s",
        ".5s, 500000000, 500ms",
        "1.s, 1000000000, 1s",
        "60s, 60000000000, 1m0s",
        "1m30s, 90000000000, 1m30s",
        "90m, 5400000000000, 1h30m0s",
        "24h, 86400000000000, 24h0m0s",
        "1.5h, 5400000000000, 1h30m0s",
        "-1.5s, -1500000000, -1.5s",
        "+5s, 5000000000, 5s",
        "0.9999999999s, 999999999, 999.999999ms",
        "1h15m30.918273645s, 4530918273645, 1h15m30.918273645s",
        "9223372036854775807ns, 9223372036854775807, 2562047h47m16.854775807s",
        "-9223372036854775808ns, -9223372036854775808, -2562047h47m16.854775808s",
    })
    void readsAndPrints(String text, long nanos, String printed) {
        assertThat(GoDuration.parseNanos(text)).isEqualTo(nanos);
        assertThat(GoDuration.print(nanos)).isEqualTo(printed);
        assertThat(GoDuration.parseNanos(printed)).isEqualTo(nanos);
    }

    @ParameterizedTest(name = "\"{0}\": {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "''|time: invalid duration \"\"",
                "-|time: invalid duration \"-\"",
                "s|time: invalid duration \"s\"",
                ".s|time: invalid duration \".s\"",
                "' 1s'|time: invalid duration \" 1s\"",
                "5|time: missing unit in duration \"5\"",
                "1m30|time: missing unit in duration \"1m30\"",
                "1.0.0s|time: missing unit in duration \"1.0.0s\"",
                "1d|time: unknown unit \"d\" in duration \"1d\"",
                "1 s|time: unknown unit \" s\" in duration \"1 s\"",
                "9223372036854775808ns|time: invalid duration \"9223372036854775808ns\"",
                "3000000h|time: invalid duration \"3000000h\"",
            })
    void refusesWithGosWords(String text, String message) {
        assertThatThrownBy(() -> GoDuration.parseNanos(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void convertsToAndFromJavaDurations() {
        assertThat(GoDuration.parse("1m30s")).isEqualTo(Duration.ofSeconds(90));
        assertThat(GoDuration.print(Duration.ofMillis(1500))).isEqualTo("1.5s");
    }
}
