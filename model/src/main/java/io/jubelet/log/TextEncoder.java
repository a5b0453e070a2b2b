package io.jubelet.log;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// klog's text form: `I1115 17:04:19.123456   12345 File.java:12] "message" key="value"`.
///
/// Thread: stateless. Upstream: klog header and `serialize` package.
final class TextEncoder implements LogEncoder {
    private static final String PID = pad(Long.toString(ProcessHandle.current().pid()), 7, ' ');

    private final ZoneId zone = ZoneId.systemDefault();

    @Override
    public String encode(LogEvent event) {
        var out = new StringBuilder(192);
        appendHeader(out, event);
        GoText.appendQuoted(out, event.message());
        event.cause().ifPresent(failure -> appendPair(out, "err", failure));
        for (LogEvent.Pair pair : event.mergedPairs()) {
            appendPair(out, pair.key(), pair.value());
        }
        event.cause()
                .filter(Failures::isBug)
                .ifPresent(failure -> appendPair(out, "stack", Failures.stack(failure)));
        return out.append('\n').toString();
    }

    private void appendHeader(StringBuilder out, LogEvent event) {
        ZonedDateTime time = event.time().atZone(zone);
        out.append(event.severity().letter());
        appendTwo(out, time.getMonthValue());
        appendTwo(out, time.getDayOfMonth());
        out.append(' ');
        appendTwo(out, time.getHour());
        out.append(':');
        appendTwo(out, time.getMinute());
        out.append(':');
        appendTwo(out, time.getSecond());
        out.append('.').append(pad(Integer.toString(time.getNano() / 1000), 6, '0'));
        out.append(' ').append(PID).append(' ');
        out.append(event.caller().file()).append(':').append(event.caller().line()).append("] ");
    }

    private static void appendTwo(StringBuilder out, int value) {
        out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }

    private static String pad(String digits, int width, char with) {
        int missing = width - digits.length();
        return missing <= 0 ? digits : String.valueOf(with).repeat(missing) + digits;
    }

    private static void appendPair(StringBuilder out, String key, @Nullable Object value) {
        out.append(' ').append(key);
        switch (value) {
            case Optional<?> optional -> appendValue(out, optional.orElse(null));
            case null, default -> appendValue(out, value);
        }
    }

    private static void appendValue(StringBuilder out, @Nullable Object value) {
        switch (value) {
            case String text -> appendText(out, text);
            case ObjectRef ref -> appendText(out, ref.toString());
            case Throwable failure -> appendText(out, Failures.describe(failure));
            case Duration duration -> appendText(out, GoText.duration(duration));
            case null -> out.append("=null");
            default -> appendOther(out, value);
        }
    }

    private static void appendOther(StringBuilder out, Object value) {
        boolean structured =
                value instanceof Number
                        || value instanceof Boolean
                        || value instanceof Collection
                        || value instanceof java.util.Map
                        || value.getClass().isArray();
        if (structured) {
            out.append('=');
            JsonText.append(out, value);
        } else {
            appendText(out, Values.text(value));
        }
    }

    /// One line is quoted; several are shown as they are, indented by a tab, and closed by ` >`.
    private static void appendText(StringBuilder out, String text) {
        if (text.indexOf('\n') < 0) {
            out.append('=');
            GoText.appendQuoted(out, text);
            return;
        }
        out.append("=<\n");
        int from = 0;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
            out.append('\t').append(text, from, at + 1);
            from = at + 1;
        }
        if (from < text.length()) {
            out.append('\t').append(text, from, text.length()).append('\n');
        }
        out.append(" >");
    }
}
