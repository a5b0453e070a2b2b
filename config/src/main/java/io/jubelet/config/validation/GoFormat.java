package io.jubelet.config.validation;

import io.jubelet.api.kubeletconfig.Duration;
import io.jubelet.log.GoText;
import io.jubelet.model.codec.GoDuration;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/// Prints values inside messages the way Go's formatting verbs do.
///
/// Thread: any; pure.
final class GoFormat {
    private GoFormat() {}

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

    static String span(long nanos) {
        return GoDuration.print(nanos);
    }

    /// `%v` of a floating point number: plain, or with an exponent when very small or large.
    static String number(double value) {
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0" : Double.toString(value).replace("Infinity", "Inf");
        }
        var exact = BigDecimal.valueOf(value).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= -4 && exponent < 21) {
            return exact.toPlainString();
        }
        return "%se%s%02d"
                .formatted(
                        exact.movePointLeft(exponent).toPlainString(),
                        exponent < 0 ? "-" : "+",
                        Math.abs(exponent));
    }
}
