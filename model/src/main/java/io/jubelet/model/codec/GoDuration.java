package io.jubelet.model.codec;

import io.jubelet.log.GoText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads and prints durations as Go does: `1m30s`, `100ms`, `0s`; in nanoseconds, 64 bits.
///
/// Thread: stateless.
///
/// Upstream: Go time.ParseDuration and time.Duration.String.
public final class GoDuration {

    private static final long SECOND = 1_000_000_000L;
    private static final Map<String, Long> UNITS =
            Map.of(
                    "ns",
                    1L,
                    "us",
                    1_000L,
                    "µs",
                    1_000L,
                    "μs",
                    1_000L,
                    "ms",
                    1_000_000L,
                    "s",
                    SECOND,
                    "m",
                    60 * SECOND,
                    "h",
                    3600 * SECOND);

    private static final Pattern PART =
            Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)([^.0-9]*)", Pattern.DOTALL);

    private GoDuration() {}

    /// The nanoseconds `text` stands for.
    ///
    /// @throws IllegalArgumentException with Go's message when it is not a duration
    public static long parseNanos(String text) {
        String rest = text;
        boolean negative = rest.startsWith("-");
        if (negative || rest.startsWith("+")) {
            rest = rest.substring(1);
        }
        if (rest.equals("0")) {
            return 0;
        }
        if (rest.isEmpty() || rest.length() > 1000) {
            throw invalid(text);
        }
        BigDecimal sum = BigDecimal.ZERO;
        while (!rest.isEmpty()) {
            Matcher next = PART.matcher(rest);
            if (!next.lookingAt()) {
                throw invalid(text);
            }
            sum = sum.add(part(text, next.group(1), next.group(2)));
            rest = rest.substring(next.end());
        }
        BigDecimal signed = negative ? sum.negate() : sum;
        if (signed.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                || signed.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0) {
            throw invalid(text);
        }
        return signed.longValueExact();
    }

    /// As [#parseNanos], as a `java.time` value.
    public static Duration parse(String text) {
        return Duration.ofNanos(parseNanos(text));
    }

    /// One number with its unit; nanoseconds are cut off, not rounded.
    private static BigDecimal part(String text, String number, String unit) {
        if (unit.isEmpty()) {
            throw new IllegalArgumentException(
                    "time: missing unit in duration " + GoText.quote(text));
        }
        Long nanos = UNITS.get(unit);
        if (nanos == null) {
            throw new IllegalArgumentException(
                    "time: unknown unit "
                            + GoText.quote(unit)
                            + " in duration "
                            + GoText.quote(text));
        }
        var value = new BigDecimal(number).multiply(BigDecimal.valueOf(nanos));
        return new BigDecimal(value.toBigInteger());
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException("time: invalid duration " + GoText.quote(text));
    }

    /// The text Go prints for `nanos`.
    public static String print(long nanos) {
        return print(Duration.ofNanos(nanos));
    }

    /// As [#print(long)].
    public static String print(Duration duration) {
        return GoText.duration(duration);
    }
}
