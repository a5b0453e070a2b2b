package io.jubelet.config.validation;

import io.jubelet.api.kubeletconfig.Duration;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/// Prints values inside messages the way Go's formatting verbs do.
///
/// Thread: any; pure.
final class GoText {
    private GoText() {}

    /// `%q` of a string.
    static String quote(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> quoted.append(escape(c)));
        return quoted.append('"').toString();
    }

    private static String escape(int c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            case '\r' -> "\\r";
            default -> c < 0x20 || c == 0x7f ? "\\x%02x".formatted(c) : Character.toString(c);
        };
    }

    /// `%q` of a list of strings.
    static String quote(List<String> texts) {
        return texts.stream().map(GoText::quote).collect(Collectors.joining(" ", "[", "]"));
    }

    /// `%v` of a duration that stands in a struct of its own.
    static String braced(Duration duration) {
        return "{" + span(duration) + "}";
    }

    /// `%v` of a plain duration.
    static String span(Duration duration) {
        return span(duration.getNanos());
    }

    /// The text Go gives a number of nanoseconds: `1h0m0s`, `1.5s`, `100ms`, `0s`.
    static String span(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        String sign = nanos < 0 ? "-" : "";
        BigDecimal absolute = BigDecimal.valueOf(nanos).abs();
        if (absolute.compareTo(BigDecimal.valueOf(1_000_000_000)) < 0) {
            return sign + belowOneSecond(absolute);
        }
        BigDecimal[] minutes = absolute.movePointLeft(9).divideAndRemainder(BigDecimal.valueOf(60));
        BigDecimal[] hours = minutes[0].divideAndRemainder(BigDecimal.valueOf(60));
        var text = new StringBuilder(sign);
        if (hours[0].signum() > 0) {
            text.append(number(hours[0])).append('h');
        }
        if (minutes[0].signum() > 0) {
            text.append(number(hours[1])).append('m');
        }
        return text.append(number(minutes[1])).append('s').toString();
    }

    private static String belowOneSecond(BigDecimal nanos) {
        if (nanos.compareTo(BigDecimal.valueOf(1_000)) < 0) {
            return number(nanos) + "ns";
        }
        return nanos.compareTo(BigDecimal.valueOf(1_000_000)) < 0
                ? number(nanos.movePointLeft(3)) + "µs"
                : number(nanos.movePointLeft(6)) + "ms";
    }

    /// `%v` of a floating point number of ordinary size.
    static String number(double value) {
        return Double.isFinite(value)
                ? number(BigDecimal.valueOf(value))
                : Double.toString(value).replace("Infinity", "Inf");
    }

    private static String number(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
