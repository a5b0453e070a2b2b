package io.jubelet.model.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;

/// A quantity as Go's dump shows the one that it keeps in memory. The dump is hashed, so it tells
/// `1000m` from `1`.
///
/// Thread: any; pure.
///
/// Upstream: apimachinery pkg/api/resource, the fields of Quantity; gopkg.in/inf.v0 Dec.
public final class QuantityDump {
    private static final String NO_FORMAT = "";

    private QuantityDump() {}

    /// A quantity that was never set.
    public static String ofNothing() {
        return small(0, 0, "", NO_FORMAT);
    }

    public static String of(Quantity quantity) {
        return dump(quantity, quantity.written().orElse(""));
    }

    /// A quantity that nobody wrote.
    public static String ofComputed(Quantity quantity) {
        return dump(quantity, "");
    }

    private static String dump(Quantity quantity, String written) {
        String format =
                switch (quantity.format()) {
                    case DECIMAL_EXPONENT -> "DecimalExponent";
                    case BINARY_SI -> "BinarySI";
                    case DECIMAL_SI -> "DecimalSI";
                };
        return quantity.big()
                .map(big -> quantity(0, 0, big(big), "", format))
                .orElseGet(() -> small(quantity.digits(), quantity.exponent(), written, format));
    }

    private static String small(long digits, int exponent, String written, String format) {
        return quantity(digits, exponent, "<nil>", written, format);
    }

    private static String quantity(
            long digits, int exponent, String dec, String written, String format) {
        return "{i:(resource.int64Amount){value:(int64)"
                + digits
                + " scale:(resource.Scale)"
                + exponent
                + "} d:(resource.infDecAmount){Dec:(*inf.Dec)"
                + dec
                + "} s:(string)"
                + written
                + " Format:(resource.Format)"
                + format
                + "}";
    }

    private static String big(BigDecimal amount) {
        return "{unscaled:(big.Int){neg:(bool)"
                + (amount.signum() < 0)
                + " abs:(big.nat)"
                + words(amount.unscaledValue().abs())
                + "} scale:(inf.Scale)"
                + amount.scale()
                + "}";
    }

    /// 64 bits a word, the lowest first.
    private static String words(BigInteger number) {
        var text = new StringBuilder("[");
        for (BigInteger rest = number; rest.signum() != 0; rest = rest.shiftRight(Long.SIZE)) {
            text.append(text.length() == 1 ? "" : " ");
            text.append(Long.toUnsignedString(rest.longValue()));
        }
        return text.append(']').toString();
    }
}
