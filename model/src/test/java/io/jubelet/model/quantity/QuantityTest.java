package io.jubelet.model.quantity;

import static io.jubelet.model.quantity.QuantityFormat.BINARY_SI;
import static io.jubelet.model.quantity.QuantityFormat.DECIMAL_EXPONENT;
import static io.jubelet.model.quantity.QuantityFormat.DECIMAL_SI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Quantities hold upstream's values, texts and arithmetic; the rows are its test cases.
final class QuantityTest {

    @ParameterizedTest(name = "{0} is {1} in {2}")
    @CsvSource({
        "0, 0, DECIMAL_SI",
        "0n, 0, DECIMAL_SI",
        "0Ki, 0, BINARY_SI",
        "0Ti, 0, BINARY_SI",
        "1, 1, DECIMAL_SI",
        "1Ki, 1024, BINARY_SI",
        "8Ki, 8192, BINARY_SI",
        "7Mi, 7340032, BINARY_SI",
        "6Gi, 6442450944, BINARY_SI",
        "5Ti, 5497558138880, BINARY_SI",
        "4Pi, 4503599627370496, BINARY_SI",
        "3Ei, 3458764513820540928, BINARY_SI",
        "100Ti, 109951162777600, BINARY_SI",
        "5n, 5E-9, DECIMAL_SI",
        "4u, 4E-6, DECIMAL_SI",
        "3m, 0.003, DECIMAL_SI",
        "9, 9, DECIMAL_SI",
        "8k, 8000, DECIMAL_SI",
        "50k, 50000, DECIMAL_SI",
        "7M, 7E6, DECIMAL_SI",
        "6G, 6E9, DECIMAL_SI",
        "40T, 4E13, DECIMAL_SI",
        "2P, 2E15, DECIMAL_SI",
        "1E, 1E18, DECIMAL_SI",
        "1E-3, 0.001, DECIMAL_EXPONENT",
        "1e3, 1000, DECIMAL_EXPONENT",
        "1E18, 1E18, DECIMAL_EXPONENT",
        "1e14, 1E14, DECIMAL_EXPONENT",
        "100.035k, 100035, DECIMAL_SI",
        "0.001, 0.001, DECIMAL_SI",
        "0.0005k, 0.5, DECIMAL_SI",
        "0.50000, 0.5, DECIMAL_SI",
        "0.5e-2, 0.005, DECIMAL_EXPONENT",
        "10.035M, 10035000, DECIMAL_SI",
        "1.3E+6, 1300000, DECIMAL_EXPONENT",
        "1.7E18, 1.7E18, DECIMAL_EXPONENT",
        "9.01, 9.01, DECIMAL_SI",
        "6.987654321G, 6987654321, DECIMAL_SI",
        "1.01E, 1.01E18, DECIMAL_SI",
        "3.001n, 4E-9, DECIMAL_SI",
        "1.1E-9, 2E-9, DECIMAL_EXPONENT",
        "0.0000000001, 1E-9, DECIMAL_SI",
        "0.9n, 1E-9, DECIMAL_SI",
        "0.00000012345, 1.24E-7, DECIMAL_SI",
        "9Ei, 9223372036854775807, BINARY_SI",
        "9223372036854775807Ki, 9223372036854775807, BINARY_SI",
        "12E, 12E18, DECIMAL_SI",
        "100.035Ki, 102435.84, BINARY_SI",
        "0.5Mi, 524288, BINARY_SI",
        "0.05Gi, 53687091.2, BINARY_SI",
        "0.025Ti, 27487790694.4, BINARY_SI",
        "0.000000000001Ki, 2E-9, DECIMAL_SI",
        ".001, 0.001, DECIMAL_SI",
        ".0001k, 0.1, DECIMAL_SI",
        "1., 1, DECIMAL_SI",
        "1.G, 1E9, DECIMAL_SI",
        "., 0, DECIMAL_SI",
    })
    void readsAmountAndFormat(String text, BigDecimal amount, QuantityFormat format) {
        Quantity plain = Quantity.parse(text);
        assertThat(plain.toBigDecimal()).isEqualByComparingTo(amount);
        assertThat(plain.format()).isEqualTo(format);
        assertThat(Quantity.parse("+" + text)).isEqualTo(plain);
        Quantity negative = Quantity.parse("-" + text);
        assertThat(negative.toBigDecimal()).isEqualByComparingTo(amount.negate());
        assertThat(negative.format()).isEqualTo(format);
    }

    @ParameterizedTest(name = "refuses \"{0}\"")
    @ValueSource(
            strings = {
                "",
                "1.1.M",
                "1+1.0M",
                "0.1mi",
                "0.1am",
                "aoeu",
                ".5i",
                "1i",
                "-3.01i",
                "-3.01e-",
                " 1",
                "1 ",
                "Non-Numeric",
                "1e99999",
                "1e99999999999",
                "Ei",
                "1\n",
                "\u0000"
            })
    void refusesWhatIsNoQuantity(String text) {
        assertThatThrownBy(() -> Quantity.parse(text)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Quantity.tryParse(text)).isEmpty();
    }

    @Test
    void refusesNumbersOfUnboundedLength() {
        String digits = "1".repeat(1001);
        assertThatThrownBy(() -> Quantity.parse(digits))
                .hasMessage("unable to parse numeric part of quantity");
    }

    @ParameterizedTest(name = "{0} prints as {1}")
    @CsvSource({
        "1024Mi, 1Gi",
        "307200Ki, 300Mi",
        "6Ki, 6Ki",
        "1025024Mi, 1001Gi",
        "1024Gi, 1Ti",
        "5000m, 5",
        "0.5, 500m",
        "1000M, 1G",
        "0.001T, 1G",
        "1000u, 1m",
        "1.08, 1080m",
        "1080000000n, 1080m",
        "1234567M, 1234567M",
        "1025, 1025",
        ".001e12, 1e9",
        "0.001e0, 1e-3",
        "1000e-12, 1e-9",
        "80e-3, 80e-3",
        "00, 0",
        "1080n, 1080n",
        ".001Ki, 1024m",
        ".000001Ki, 1024u",
        ".000000001Ki, 1024n",
        ".000000000001Ki, 2n",
        "1.5Gi, 1536Mi",
        "1000E, 1000E",
        // Upstream keeps a text whose exponent is a multiple of three, fraction or not.
        "1.500, 1.500",
        "+5, +5",
    })
    void printsCanonically(String text, String canonical) {
        assertThat(Quantity.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest(name = "{0} * 10^{1} as {2} prints as {3}")
    @CsvSource({
        "1073741824, 0, BINARY_SI, 1Gi",
        "1049624576000, -3, BINARY_SI, 1001Mi",
        "5, 0, BINARY_SI, 5",
        "1023, 0, BINARY_SI, 1023",
        "1024, 0, BINARY_SI, 1Ki",
        "500, -3, BINARY_SI, 500m",
        "1234567, -3, BINARY_SI, 1234567m",
        "1048576, -3, BINARY_SI, 1048576m",
        "1000000, 3, DECIMAL_SI, 1G",
        "10800, -4, DECIMAL_SI, 1080m",
        "1, 9, DECIMAL_EXPONENT, 1e9",
        "300, 6, DECIMAL_EXPONENT, 300e6",
        "0, 0, BINARY_SI, 0",
    })
    void printsComputedAmounts(long value, int scale, QuantityFormat format, String text) {
        var quantity = new Quantity(value, scale, format, null);
        assertThat(quantity).hasToString(text);
        assertThat(new Quantity(quantity.toBigDecimal(), format)).hasToString(text);
        if (value != 0) {
            assertThat(quantity.negate()).hasToString("-" + text);
        }
    }

    @ParameterizedTest(name = "{0} is {1} whole and {2} thousandths")
    @CsvSource({
        "1, 1, 1000",
        "1m, 1, 1",
        "1n, 1, 1",
        "1500m, 2, 1500",
        "-1500m, -2, -1500",
        "1.1Ki, 1127, 1126400",
        "128Mi, 134217728, 134217728000",
        "2.0005, 3, 2001",
        "9Ei, 9223372036854775807, 9223372036854775807",
        "1e30, 9223372036854775807, 9223372036854775807",
        "-1e30, -9223372036854775808, -9223372036854775808",
    })
    void roundsAwayFromZeroAndSaturates(String text, long value, long milli) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
        assertThat(Quantity.parse(text).milliValue()).isEqualTo(milli);
    }

    @ParameterizedTest(name = "1 * 10^{0} at scale {1} is {2}")
    @CsvSource({
        "-9, -9, 1",
        "-9, -6, 1",
        "-9, 0, 1",
        "-6, -9, 1000",
        "-6, -3, 1",
        "-3, -9, 1000000",
        "-3, 0, 1",
        "0, -9, 1000000000",
        "0, -3, 1000",
        "0, 0, 1",
        "2, -2, 10000"
    })
    void scales(int from, int to, long expected) {
        assertThat(Quantity.ofScaled(1, from).scaledValue(to)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} compared with {1} is {2}")
    @CsvSource({
        "0, 0, 0",
        "100m, 50m, 1",
        "50m, 100m, -1",
        "10000T, 100Gi, 1",
        "0m, 0Ki, 0",
        "1000m, 1, 0",
        "800m, 1, -1",
        "800m, 790m, 1",
        "9223372036854775807, 0.1, 1",
        "9223372036854775807E, 1, 1",
        "-9223372036854775808, -9223372036854775809, 1",
        "1e30, 1e31, -1",
        "1e30, 1, 1",
        "1n, 0, 1",
    })
    void compares(String left, String right, int expected) {
        assertThat(Quantity.parse(left).compareTo(Quantity.parse(right))).isEqualTo(expected);
        assertThat(Quantity.parse(right).compareTo(Quantity.parse(left))).isEqualTo(-expected);
    }

    @ParameterizedTest(name = "{0} rounded up at 10^{1} is {2}")
    @CsvSource({
        "9.01, -3, 9.01", "9.01, -2, 9.01", "9.01, -1, 9.1", "9.01, 0, 10", "9.01, 1, 10",
        "9.01, 2, 100", "-9.01, -1, -9.1", "-9.01, 0, -10", "-9.01, 2, -100", "100.035Ki, 0, 102436"
    })
    void roundsUp(String text, int scale, BigDecimal expected) {
        assertThat(Quantity.parse(text).roundUp(scale).toBigDecimal())
                .isEqualByComparingTo(expected);
    }

    @ParameterizedTest(name = "{0} + {1} = {2}; {0} - {1} = {3}")
    @CsvSource({
        "10, 10, 20, 0",
        "10, 1Ki, 1034, -1014",
        "1Ki, 10, 1034, 1014",
        "0, 100m, 100m, -100m",
        "0, 1Gi, 1Gi, -1Gi",
        "1Gi, 0, 1Gi, 1Gi",
        "100m, 0, 100m, 100m",
        "1Gi, 1Gi, 2Gi, 0",
        "9223372036854775807, 1, 9223372036854775808, 9223372036854775806",
        "1e30, 1, 1000000000000000000000000000001, 999999999999999999999999999999",
        "1, 1n, 1000000001n, 999999999n",
    })
    void addsAndSubtracts(String left, String right, String sum, String difference) {
        Quantity a = Quantity.parse(left);
        Quantity b = Quantity.parse(right);
        assertThat(a.add(b)).hasToString(sum);
        assertThat(a.subtract(b)).hasToString(difference);
    }

    @Test
    void sumKeepsTheFirstFormatUnlessItIsZero() {
        assertThat(Quantity.of(10, BINARY_SI).add(Quantity.of(1, DECIMAL_SI)).format())
                .isEqualTo(BINARY_SI);
        assertThat(Quantity.of(0, BINARY_SI).add(Quantity.of(1, DECIMAL_EXPONENT)).format())
                .isEqualTo(DECIMAL_EXPONENT);
    }

    @Test
    void multiplicationNeverWraps() {
        assertThat(Quantity.of(Long.MAX_VALUE, DECIMAL_SI).multiply(2))
                .hasToString("18446744073709551614");
        assertThat(Quantity.of(Long.MIN_VALUE, DECIMAL_SI).negate())
                .hasToString("9223372036854775808");
        assertThat(Quantity.of(50, DECIMAL_SI).multiply(0).isZero()).isTrue();
    }

    @Test
    void equalAmountsAreEqualHoweverWritten() {
        assertThat(Quantity.parse("1")).isEqualTo(Quantity.parse("1000m"));
        assertThat(Quantity.parse("1")).hasSameHashCodeAs(Quantity.parse("1000m"));
        assertThat(Quantity.parse("1")).isNotEqualTo(Quantity.parse("1001m"));
    }

    @Test
    void sumsOfRandomPartsCancelAcrossScales() {
        var random = new Random(36);
        var parts = random.longs(200).mapToObj(n -> Quantity.ofScaled(n, (int) (n % 10))).toList();
        Quantity sum = Quantity.ZERO;
        for (Quantity part : parts) {
            sum = sum.add(part);
        }
        for (Quantity part : parts) {
            sum = sum.subtract(part);
        }
        assertThat(sum.isZero()).isTrue();
    }

    @Test
    void whatIsPrintedReadsBackAsTheSameAmount() {
        var random = new Random(1024);
        for (QuantityFormat format : QuantityFormat.values()) {
            for (int i = 0; i < 1000; i++) {
                var amount = new Quantity(random.nextLong() >> random.nextInt(60), 0, format, null);
                assertThat(Quantity.parse(amount.toString())).isEqualTo(amount);
            }
        }
    }
}
