package io.jubelet.model.pod;

import io.jubelet.api.meta.Quantity;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/// The one spot where defaulting, validation and the class of service turn a quantity's text
/// into an exact number.
///
/// Thread: any; pure.
///
/// Upstream: apimachinery resource.ParseQuantity.
public final class Amounts {
    private static final Map<String, BigDecimal> SUFFIXES =
            Map.ofEntries(
                    Map.entry("", BigDecimal.ONE),
                    Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
                    Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
                    Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
                    Map.entry("k", BigDecimal.ONE.movePointRight(3)),
                    Map.entry("M", BigDecimal.ONE.movePointRight(6)),
                    Map.entry("G", BigDecimal.ONE.movePointRight(9)),
                    Map.entry("T", BigDecimal.ONE.movePointRight(12)),
                    Map.entry("P", BigDecimal.ONE.movePointRight(15)),
                    Map.entry("E", BigDecimal.ONE.movePointRight(18)),
                    Map.entry("Ki", BigDecimal.TWO.pow(10)),
                    Map.entry("Mi", BigDecimal.TWO.pow(20)),
                    Map.entry("Gi", BigDecimal.TWO.pow(30)),
                    Map.entry("Ti", BigDecimal.TWO.pow(40)),
                    Map.entry("Pi", BigDecimal.TWO.pow(50)),
                    Map.entry("Ei", BigDecimal.TWO.pow(60)));

    private Amounts() {}

    /// The exact amount; a quantity without text is zero, one that is no quantity is empty.
    public static Optional<BigDecimal> parse(Quantity quantity) {
        String text = quantity.getString();
        if (text.isEmpty()) {
            return Optional.of(BigDecimal.ZERO);
        }
        int end = 0;
        while (end < text.length() && "+-.0123456789".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        String number = text.substring(0, end);
        String suffix = text.substring(end);
        if (suffix.length() > 1 && suffix.substring(1).matches("[+-]?[0-9]+")) {
            number = text;
            suffix = "";
        }
        BigDecimal unit = SUFFIXES.get(suffix);
        if (unit == null
                || !number.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?")) {
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(number).multiply(unit));
    }

    /// The amount, where an unreadable one counts as zero: the decoder has refused it before.
    public static BigDecimal of(Quantity quantity) {
        return parse(quantity).orElse(BigDecimal.ZERO);
    }
}
