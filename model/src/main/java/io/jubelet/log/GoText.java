package io.jubelet.log;

import java.time.Duration;

/// Writes strings and durations as Go prints them, which is what readers of klog lines expect.
///
/// Thread: stateless. Upstream: Go `strconv.Quote`, `time.Duration.String`.
public final class GoText {

    private GoText() {}

    /// The string in double quotes with everything unprintable escaped.
    public static String quote(String value) {
        var out = new StringBuilder(value.length() + 2);
        appendQuoted(out, value);
        return out.toString();
    }

    static void appendQuoted(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); ) {
            int point = value.codePointAt(i);
            i += Character.charCount(point);
            appendEscaped(out, point);
        }
        out.append('"');
    }

    private static void appendEscaped(StringBuilder out, int point) {
        switch (point) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\t' -> out.append("\\t");
            case '\r' -> out.append("\\r");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case 0x07 -> out.append("\\a");
            case 0x0b -> out.append("\\v");
            default -> {
                if (isPrintable(point)) {
                    out.appendCodePoint(point);
                } else {
                    appendNumericEscape(out, point);
                }
            }
        }
    }

    private static void appendNumericEscape(StringBuilder out, int point) {
        if (point < 0x80) {
            out.append("\\x");
            appendHex(out, point, 2);
        } else if (Character.getType(point) == Character.SURROGATE) {
            out.append("\\ufffd");
        } else if (point < 0x10000) {
            out.append("\\u");
            appendHex(out, point, 4);
        } else {
            out.append("\\U");
            appendHex(out, point, 8);
        }
    }

    static void appendHex(StringBuilder out, int value, int digits) {
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            out.append(Character.forDigit((value >> shift) & 0xf, 16));
        }
    }

    private static boolean isPrintable(int point) {
        if (point < 0x80) {
            return point >= ' ' && point < 0x7f;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    /// `1h2m3.5s`, `150ms`, `0s`.
    public static String duration(Duration value) {
        if (value.isZero()) {
            return "0s";
        }
        Duration size = value.abs();
        String text = size.toSeconds() == 0 ? belowSecond(size.toNanosPart()) : fromSecond(size);
        return value.isNegative() ? "-" + text : text;
    }

    private static String belowSecond(int nanos) {
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        return nanos < 1_000_000
                ? decimal(nanos / 1_000, nanos % 1_000, 3) + "µs"
                : decimal(nanos / 1_000_000, nanos % 1_000_000, 6) + "ms";
    }

    private static String fromSecond(Duration size) {
        long hours = size.toHours();
        int minutes = size.toMinutesPart();
        String seconds = decimal(size.toSecondsPart(), size.toNanosPart(), 9) + "s";
        if (hours > 0) {
            return hours + "h" + minutes + "m" + seconds;
        }
        return minutes > 0 ? minutes + "m" + seconds : seconds;
    }

    private static String decimal(long whole, int fraction, int digits) {
        if (fraction == 0) {
            return Long.toString(whole);
        }
        String all = Integer.toString(fraction);
        String padded = "0".repeat(digits - all.length()) + all;
        int end = padded.length();
        while (padded.charAt(end - 1) == '0') {
            end--;
        }
        return whole + "." + padded.substring(0, end);
    }
}
