package io.jubelet.model.quantity;

/// Scaling of longs by powers of ten, with overflow seen rather than wrapped.
///
/// Thread: stateless.
final class PowersOfTen {

    static final int MOST = 18;

    private PowersOfTen() {}

    static long of(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    /// Whether `value * 10^exponent` fits a long; `exponent` is not negative.
    static boolean canScaleUp(long value, int exponent) {
        if (value == 0 || exponent == 0) {
            return true;
        }
        if (exponent > MOST) {
            return false;
        }
        long power = of(exponent);
        return value <= Long.MAX_VALUE / power && value >= Long.MIN_VALUE / power;
    }

    /// `value / 10^exponent`, rounded away from zero.
    static long scaleDown(long value, int exponent) {
        if (exponent > MOST) {
            return Long.signum(value);
        }
        long power = of(exponent);
        long whole = value / power;
        return value % power == 0 ? whole : whole + Long.signum(value);
    }
}
