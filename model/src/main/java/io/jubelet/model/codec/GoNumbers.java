package io.jubelet.model.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads integers as Go's `strconv` does with base 0, and prints floating point numbers as Go's
/// JSON encoder does.
///
/// Thread: stateless.
final class GoNumbers {

    private static final BigInteger MAX_UNSIGNED =
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final BigInteger MIN_SIGNED = BigInteger.valueOf(Long.MIN_VALUE);
    private static final int MOST_DIGITS = 70;
    private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]*");
    private static final Pattern OCTAL = Pattern.compile("0[oO]?([0-7]+)");
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX]([0-9a-fA-F]+)");
    private static final Pattern BINARY = Pattern.compile("0[bB]([01]+)");

    private GoNumbers() {}

    /// The decimal digits of an integer literal (decimal, 0x, 0o, 0b or leading-zero octal) that
    /// fits 64 bits, signed or unsigned.
    static Optional<String> integer(String text) {
        boolean negative = text.startsWith("-");
        String digits = negative || text.startsWith("+") ? text.substring(1) : text;
        if (digits.length() > MOST_DIGITS) {
            return Optional.empty();
        }
        return magnitude(digits)
                .map(value -> negative ? value.negate() : value)
                .filter(value -> value.compareTo(MIN_SIGNED) >= 0)
                .filter(value -> value.compareTo(MAX_UNSIGNED) <= 0)
                .map(BigInteger::toString);
    }

    private static Optional<BigInteger> magnitude(String digits) {
        if (DECIMAL.matcher(digits).matches()) {
            return Optional.of(new BigInteger(digits));
        }
        return radix(OCTAL, digits, 8)
                .or(() -> radix(HEXADECIMAL, digits, 16))
                .or(() -> radix(BINARY, digits, 2));
    }

    private static Optional<BigInteger> radix(Pattern form, String digits, int radix) {
        var match = form.matcher(digits);
        return match.matches()
                ? Optional.of(new BigInteger(match.group(1), radix))
                : Optional.empty();
    }

    /// The shortest text that reads back as `value`: plain digits, or an exponent for numbers below
    /// 1e-6 and from 1e21 on.
    static String print(double value) {
        if (value == 0) {
            return Double.compare(value, 0.0) < 0 ? "-0" : "0";
        }
        var exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        double size = Math.abs(value);
        if (size >= 1e-6 && size < 1e21) {
            return exact.toPlainString();
        }
        int exponent = exact.precision() - exact.scale() - 1;
        String mantissa = exact.movePointLeft(exponent).toPlainString();
        return String.format(Locale.ROOT, "%se%s%02d", mantissa, sign(exponent), abs(exponent))
                .replace("e-0", "e-");
    }

    private static String sign(int exponent) {
        return exponent < 0 ? "-" : "+";
    }

    private static int abs(int exponent) {
        return exponent < 0 ? -exponent : exponent;
    }
}
