package io.jubelet.server.metrics;

import java.math.BigDecimal;
import java.util.List;

/// Prometheus' text form, number for number as Go writes it.
///
/// Thread: one.
///
/// Upstream: prometheus/common expfmt.
final class MetricText {
    private static final int LEAST_PLAIN_EXPONENT = -4;
    private static final int MOST_PLAIN_EXPONENT = 5;

    private final StringBuilder out = new StringBuilder();

    void family(String name, String help, String type) {
        out.append("# HELP ").append(name).append(' ');
        escaped(help, false);
        out.append("\n# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    void sample(String name, List<String> labels, List<String> values, String number) {
        out.append(name);
        if (!labels.isEmpty()) {
            var mark = '{';
            for (int each = 0; each < labels.size(); each++) {
                out.append(mark).append(labels.get(each)).append("=\"");
                escaped(values.get(each), true);
                out.append('"');
                mark = ',';
            }
            out.append('}');
        }
        out.append(' ').append(number).append('\n');
    }

    private void escaped(String text, boolean quoted) {
        for (int at = 0; at < text.length(); at++) {
            var character = text.charAt(at);
            switch (character) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '"' -> out.append(quoted ? "\\\"" : "\"");
                default -> out.append(character);
            }
        }
    }

    /// The shortest digits that name the number; a million and more get an exponent.
    static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == 0) {
            return "0";
        }
        var exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        var exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= LEAST_PLAIN_EXPONENT && exponent <= MOST_PLAIN_EXPONENT) {
            return exact.toPlainString();
        }
        var digits = exact.unscaledValue().abs().toString();
        var mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        var sign = exponent < 0 ? "-" : "+";
        var power = Math.abs(exponent);
        return (value < 0 ? "-" : "") + mantissa + "e" + sign + (power < 10 ? "0" : "") + power;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
