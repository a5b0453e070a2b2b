package io.jubelet.e2e.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Figures as people and JSON read them.
///
/// Thread: any.
final class Numbers {
    private static final int DIGITS = 2;

    private Numbers() {}

    /// Two digits behind the point at most, none for nothing.
    static String text(double value) {
        var rounded = BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    static String ratio(double part, double whole) {
        return whole == 0 ? "-" : text(part / whole);
    }
}
