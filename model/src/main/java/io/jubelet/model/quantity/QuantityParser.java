package io.jubelet.model.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a quantity's text: a signed decimal number and a suffix.
///
/// Thread: stateless.
///
/// Upstream: quantity.go ParseQuantity, suffix.go.
final class QuantityParser {

    private static final String WRONG_FORM =
            "quantities must match the regular expression "
                    + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final String WRONG_NUMBER = "unable to parse numeric part of quantity";
    private static final String WRONG_SUFFIX = "unable to parse quantity's suffix";

    private static final Pattern FORM =
            Pattern.compile(
                    "([+-]?)0*+([0-9]*+)(\\.[0-9]*+)?([eEinumkKMGTP]*+[-+]?[0-9]*+)",
                    Pattern.DOTALL);
    private static final Pattern EXPONENT = Pattern.compile("[eE]([-+]?[0-9]{1,9})");

    private static final int LONGEST = 1000;
    private static final int MOST_EXPONENT = 10_000;
    private static final int NANO = -9;
    private static final int LONG_DIGITS = 18;
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private record Suffix(int base, int exponent, QuantityFormat format) {}

    private static final Map<String, Suffix> SUFFIXES =
            Map.ofEntries(
                    decimal("n", -9),
                    decimal("u", -6),
                    decimal("m", -3),
                    decimal("", 0),
                    decimal("k", 3),
                    decimal("M", 6),
                    decimal("G", 9),
                    decimal("T", 12),
                    decimal("P", 15),
                    decimal("E", 18),
                    binary("Ki", 10),
                    binary("Mi", 20),
                    binary("Gi", 30),
                    binary("Ti", 40),
                    binary("Pi", 50),
                    binary("Ei", 60));

    private QuantityParser() {}

    private static Map.Entry<String, Suffix> decimal(String text, int exponent) {
        return Map.entry(text, new Suffix(10, exponent, QuantityFormat.DECIMAL_SI));
    }

    private static Map.Entry<String, Suffix> binary(String text, int exponent) {
        return Map.entry(text, new Suffix(2, exponent, QuantityFormat.BINARY_SI));
    }

    static Quantity parse(String text) {
        if (text.equals("0")) {
            return Quantity.ZERO;
        }
        Matcher parts = FORM.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            throw new IllegalArgumentException(WRONG_FORM);
        }
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(WRONG_NUMBER);
        }
        boolean negative = parts.group(1).equals("-");
        String whole = parts.group(2).isEmpty() ? "0" : parts.group(2);
        String fraction = parts.group(3) == null ? "" : parts.group(3).substring(1);
        Suffix suffix = suffix(parts.group(4));
        Quantity small = small(text, negative, whole, fraction, suffix);
        if (small != null) {
            return small;
        }
        if (text.chars().limit(parts.start(4)).noneMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException(WRONG_NUMBER);
        }
        return big(negative, whole, fraction, suffix);
    }

    private static Suffix suffix(String text) {
        Suffix known = SUFFIXES.get(text);
        if (known != null) {
            return known;
        }
        Matcher exponent = EXPONENT.matcher(text);
        if (!exponent.matches()) {
            throw new IllegalArgumentException(WRONG_SUFFIX);
        }
        int power = Integer.parseInt(exponent.group(1));
        // A few bytes must not become a number of a billion digits.
        if (Math.abs(power) > MOST_EXPONENT) {
            throw new IllegalArgumentException(WRONG_SUFFIX);
        }
        return new Suffix(10, power, QuantityFormat.DECIMAL_EXPONENT);
    }

    /// The amount when it fits a long without rounding; null sends it the exact way.
    private static @Nullable Quantity small(
            String text, boolean negative, String whole, String fraction, Suffix suffix) {
        String digits = whole + fraction;
        if (suffix.base() == 2) {
            return smallBinary(text, negative, whole, fraction, suffix);
        }
        int scale = suffix.exponent() - fraction.length();
        if (digits.length() > LONG_DIGITS || scale < NANO) {
            return null;
        }
        long value = Long.parseLong(digits);
        boolean keep = scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0';
        return new Quantity(negative ? -value : value, scale, suffix.format(), keep ? text : null);
    }

    private static @Nullable Quantity smallBinary(
            String text, boolean negative, String whole, String fraction, Suffix suffix) {
        int roughDigits = whole.length() + (int) (suffix.exponent() * 3f / 10);
        if (!fraction.isEmpty() || roughDigits > 14) {
            return null;
        }
        long value = Long.parseLong(whole);
        long amount = value << suffix.exponent();
        boolean keep = (value & 7) != 0;
        return new Quantity(negative ? -amount : amount, 0, suffix.format(), keep ? text : null);
    }

    private static Quantity big(boolean negative, String whole, String fraction, Suffix suffix) {
        BigDecimal amount = new BigDecimal(whole + "." + fraction);
        amount =
                suffix.base() == 10
                        ? amount.scaleByPowerOfTen(suffix.exponent())
                        : amount.multiply(BigDecimal.TWO.pow(suffix.exponent()));
        QuantityFormat format = suffix.format();
        if (amount.signum() != 0) {
            // Who asks for something gets something: the least amount is a billionth. Amounts of
            // whole units get nine zeros too, for upstream's hashes show them.
            amount = amount.setScale(-NANO, RoundingMode.UP);
        }
        if (format == QuantityFormat.BINARY_SI) {
            amount = amount.min(MOST);
            if (amount.signum() > 0 && amount.compareTo(BigDecimal.ONE) < 0) {
                format = QuantityFormat.DECIMAL_SI;
            }
        }
        return new Quantity(negative ? amount.negate() : amount, format);
    }
}
