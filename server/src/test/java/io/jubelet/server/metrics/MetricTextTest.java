package io.jubelet.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MetricTextTest {
    /// The right column is what Go's strconv prints.
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "0, 0",
        "1, 1",
        "0.5, 0.5",
        "100000, 100000",
        "999999, 999999",
        "1000000, 1e+06",
        "1234567, 1.234567e+06",
        "1763230000.12, 1.76323000012e+09",
        "1e20, 1e+20",
        "1.5e300, 1.5e+300",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "0.000012345, 1.2345e-05",
        "298.0232238769531, 298.0232238769531",
        "-3, -3",
        "-1e-7, -1e-07",
        "NaN, NaN",
        "Infinity, +Inf",
        "-Infinity, -Inf",
    })
    void numbersAreGos(double value, String text) {
        assertThat(MetricText.number(value)).isEqualTo(text);
    }

    @Test
    void whatWouldBreakALineIsEscaped() {
        var out = new MetricText();
        out.family("a", "says \"b\"\nand \\", "gauge");
        out.sample("a", List.of("l", "m"), List.of("x\"y", "\\\n"), "1");

        assertThat(out.toString().lines())
                .containsExactly(
                        "# HELP a says \"b\"\\nand \\\\",
                        "# TYPE a gauge",
                        "a{l=\"x\\\"y\",m=\"\\\\\\n\"} 1");
    }
}
