package io.jubelet.model.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/// Writes an amount in canonical form: no fraction, the largest suffix that loses nothing.
///
/// Thread: stateless.
///
/// Upstream: quantity.go CanonicalizeBytes.
final class QuantityPrinter {

    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final List<String> DECIMAL =
            List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final int LEAST = -9;
    private static final int MOST = 18;

    private QuantityPrinter() {}

    static String print(BigDecimal amount, QuantityFormat format) {
        if (amount.signum() == 0) {
            return "0";
        }
        BigDecimal plain = amount.stripTrailingZeros();
        // Below 1024 and for fractions a binary suffix would round, so the decimal ones are used.
        if (format == QuantityFormat.BINARY_SI
                && plain.scale() <= 0
                && plain.abs().compareTo(KIBI) >= 0) {
            return binary(plain.toBigIntegerExact());
        }
        return decimal(plain, format == QuantityFormat.DECIMAL_EXPONENT);
    }

    private static String binary(BigInteger amount) {
        int times = Math.min(amount.getLowestSetBit() / 10, BINARY.size() - 1);
        return amount.shiftRight(10 * times) + BINARY.get(times);
    }

    private static String decimal(BigDecimal plain, boolean exponentForm) {
        int exponent = Math.floorDiv(-plain.scale(), 3) * 3;
        if (!exponentForm) {
            exponent = Math.clamp(exponent, LEAST, MOST);
        }
        String digits = whole(plain.scaleByPowerOfTen(-exponent));
        if (exponentForm) {
            return exponent == 0 ? digits : digits + "e" + exponent;
        }
        return digits + DECIMAL.get((exponent - LEAST) / 3);
    }

    /// Only sums of ever smaller parts get below a billionth; they round as reading does.
    private static String whole(BigDecimal digits) {
        return digits.setScale(0, RoundingMode.UP).toBigIntegerExact().toString();
    }
}
