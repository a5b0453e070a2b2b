package io.jubelet.model.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An exact amount that remembers how it was written: `1.5Gi` prints as `1536Mi`, `0.5` as `500m`.
///
/// Most amounts are a long times a power of ten; what does not fit is a [BigDecimal]. Two
/// quantities are equal when their amounts are, however they were written.
///
/// Thread: immutable.
///
/// Upstream: apimachinery pkg/api/resource quantity.go. Intended differences: a value that does not
/// fit 64 bits saturates, where upstream yields zero or wraps; an amount from 1000E up keeps its
/// exponent in print, where upstream drops it; the exponent of `e` notation is limited to ±10000.
public final class Quantity implements Comparable<Quantity> {

    /// No amount at all.
    public static final Quantity ZERO = new Quantity(0, 0, QuantityFormat.DECIMAL_SI, "0");

    private static final int MILLI = -3;

    private final long digits;
    private final int exponent;
    private final @Nullable BigDecimal big;
    private final QuantityFormat format;
    private final @Nullable String written;

    Quantity(long digits, int exponent, QuantityFormat format, @Nullable String written) {
        this.digits = digits;
        this.exponent = exponent;
        this.big = null;
        this.format = format;
        this.written = written;
    }

    Quantity(BigDecimal big, QuantityFormat format) {
        this.digits = 0;
        this.exponent = 0;
        this.big = big;
        this.format = format;
        this.written = null;
    }

    /// Reads a quantity.
    ///
    /// @throws IllegalArgumentException with upstream's message when `text` is none
    public static Quantity parse(String text) {
        return QuantityParser.parse(text);
    }

    /// As [#parse], empty when `text` is no quantity.
    public static Optional<Quantity> tryParse(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// `value` whole units.
    public static Quantity of(long value, QuantityFormat format) {
        return new Quantity(value, 0, format, null);
    }

    /// `value` thousandths.
    public static Quantity ofMilli(long value, QuantityFormat format) {
        return new Quantity(value, MILLI, format, null);
    }

    /// `value * 10^scale`.
    public static Quantity ofScaled(long value, int scale) {
        return new Quantity(value, scale, QuantityFormat.DECIMAL_SI, null);
    }

    /// The family of suffixes it prints with.
    public QuantityFormat format() {
        return format;
    }

    /// The number before its power of ten; zero if it needs more than a long.
    long digits() {
        return digits;
    }

    int exponent() {
        return exponent;
    }

    /// The amount, if it needs more than a long.
    Optional<BigDecimal> big() {
        return Optional.ofNullable(big);
    }

    /// The text that was read, if it was well formed.
    Optional<String> written() {
        return Optional.ofNullable(written);
    }

    /// The amount in whole units, rounded away from zero.
    public long value() {
        return scaledValue(0);
    }

    /// The amount in thousandths, rounded away from zero.
    public long milliValue() {
        return scaledValue(MILLI);
    }

    /// The amount divided by `10^scale`, rounded away from zero, at most what a long can hold.
    public long scaledValue(int scale) {
        if (big != null) {
            return saturated(big.scaleByPowerOfTen(-scale).setScale(0, RoundingMode.UP));
        }
        if (exponent < scale) {
            return PowersOfTen.scaleDown(digits, scale - exponent);
        }
        if (PowersOfTen.canScaleUp(digits, exponent - scale)) {
            return digits * PowersOfTen.of(exponent - scale);
        }
        return digits > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    private static long saturated(BigDecimal whole) {
        if (whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            return Long.MAX_VALUE;
        }
        if (whole.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0) {
            return Long.MIN_VALUE;
        }
        return whole.longValueExact();
    }

    /// Minus one, zero or one, as the amount is below, at or above zero.
    public int signum() {
        return big != null ? big.signum() : Long.signum(digits);
    }

    /// Whether this is no amount at all.
    public boolean isZero() {
        return signum() == 0;
    }

    /// The exact amount.
    public BigDecimal toBigDecimal() {
        return big != null ? big : new BigDecimal(BigInteger.valueOf(digits), -exponent);
    }

    /// The amount as a floating point number, which may lose digits.
    public double doubleValue() {
        return toBigDecimal().doubleValue();
    }

    /// The sum; zero takes on the other's format.
    public Quantity add(Quantity other) {
        QuantityFormat kept = isZero() ? other.format : format;
        if (big == null && other.big == null) {
            if (other.digits == 0) {
                return new Quantity(digits, exponent, kept, null);
            }
            if (digits == 0) {
                return new Quantity(other.digits, other.exponent, kept, null);
            }
            int scale = Math.min(exponent, other.exponent);
            if (fitsAt(scale) && other.fitsAt(scale)) {
                long left = at(scale);
                long right = other.at(scale);
                long sum = left + right;
                // Overflow shows as a sum whose sign differs from both terms.
                if (((left ^ sum) & (right ^ sum)) >= 0) {
                    return new Quantity(sum, scale, kept, null);
                }
            }
        }
        return new Quantity(toBigDecimal().add(other.toBigDecimal()), kept);
    }

    /// The difference; zero takes on the other's format.
    public Quantity subtract(Quantity other) {
        return add(other.negate());
    }

    /// The amount with its sign turned.
    public Quantity negate() {
        return big == null && digits != Long.MIN_VALUE
                ? new Quantity(-digits, exponent, format, null)
                : new Quantity(toBigDecimal().negate(), format);
    }

    /// The amount taken `factor` times.
    public Quantity multiply(long factor) {
        return new Quantity(toBigDecimal().multiply(BigDecimal.valueOf(factor)), format);
    }

    /// The amount rounded away from zero to a multiple of `10^scale`.
    public Quantity roundUp(int scale) {
        if (big == null) {
            return exponent >= scale
                    ? this
                    : new Quantity(
                            PowersOfTen.scaleDown(digits, scale - exponent), scale, format, null);
        }
        return new Quantity(big.setScale(-scale, RoundingMode.UP), format);
    }

    private boolean fitsAt(int scale) {
        return PowersOfTen.canScaleUp(digits, exponent - scale);
    }

    private long at(int scale) {
        return digits * PowersOfTen.of(exponent - scale);
    }

    @Override
    public int compareTo(Quantity other) {
        if (big == null && other.big == null) {
            int scale = Math.min(exponent, other.exponent);
            if (fitsAt(scale) && other.fitsAt(scale)) {
                return Long.compare(at(scale), other.at(scale));
            }
        }
        return toBigDecimal().compareTo(other.toBigDecimal());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Quantity quantity && compareTo(quantity) == 0;
    }

    @Override
    public int hashCode() {
        return toBigDecimal().stripTrailingZeros().hashCode();
    }

    /// The canonical text. As upstream, a text that was well formed when read is kept as it was:
    /// `1.500` stays, though the same amount computed prints as `1500m`.
    @Override
    public String toString() {
        return written != null ? written : QuantityPrinter.print(toBigDecimal(), format);
    }
}
