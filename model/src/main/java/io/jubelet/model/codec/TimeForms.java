package io.jubelet.model.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Message;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Points in time as RFC 3339 text. A message without seconds is the zero time, which is `null`.
///
/// Thread: stateless.
///
/// Upstream: metav1 time.go, time_proto.go (whole seconds), micro_time.go (six digits).
final class TimeForms {

    private static final Pattern RFC3339 =
            Pattern.compile(
                    "([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})([.,][0-9]+)?"
                            + "(Z|[+-][0-9]{2}:[0-9]{2})");
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final int NANO_DIGITS = 9;
    private static final int NANOS_PER_MICRO = 1000;

    private TimeForms() {}

    private static Instant parse(String text, String layout, boolean sixDigits) {
        Matcher parts = RFC3339.matcher(text);
        if (parts.matches()) {
            String fraction = parts.group(2) == null ? "" : parts.group(2).substring(1);
            if (!sixDigits || fraction.length() == 6) {
                try {
                    return instant(parts.group(1), fraction, parts.group(3));
                } catch (DateTimeException _) {
                    // A month 13 or hour 25: said below like any other text that is no time.
                }
            }
        }
        throw new IllegalArgumentException("parsing time \"" + text + "\" as \"" + layout + "\"");
    }

    private static Instant instant(String date, String fraction, String zone) {
        String digits =
                fraction.length() > NANO_DIGITS ? fraction.substring(0, NANO_DIGITS) : fraction;
        String dotted = digits.isEmpty() ? "" : "." + digits;
        return OffsetDateTime.parse(date + dotted + zone).toInstant();
    }

    private static Instant instantOf(Message message) {
        return Instant.ofEpochSecond(
                (Long) SpecialForms.value(message, "seconds"),
                (Integer) SpecialForms.value(message, "nanos"));
    }

    /// metav1.Time: whole seconds.
    static final class Seconds implements SpecialForm {
        @Override
        public void read(Tree value, Message.Builder into) {
            String text = SpecialForms.string(value);
            Instant time = parse(text, "2006-01-02T15:04:05Z07:00", false);
            SpecialForms.set(into, "seconds", time.getEpochSecond());
        }

        @Override
        public void write(Message message, JsonGenerator out) throws IOException {
            if (SpecialForms.has(message, "seconds")) {
                out.writeString(SECONDS.format(instantOf(message)));
            } else {
                out.writeNull();
            }
        }
    }

    /// metav1.MicroTime: six digits after the point, no more, no fewer.
    static final class Micros implements SpecialForm {
        @Override
        public void read(Tree value, Message.Builder into) {
            String text = SpecialForms.string(value);
            Instant time = parse(text, "2006-01-02T15:04:05.000000Z07:00", true);
            SpecialForms.set(into, "seconds", time.getEpochSecond());
            SpecialForms.set(into, "nanos", time.getNano() / NANOS_PER_MICRO * NANOS_PER_MICRO);
        }

        @Override
        public void write(Message message, JsonGenerator out) throws IOException {
            if (SpecialForms.has(message, "seconds")) {
                out.writeString(MICROS.format(instantOf(message)));
            } else {
                out.writeNull();
            }
        }
    }
}
