package io.jubelet.server.http;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// The date header, made once a second at most.
///
/// Thread: any.
final class HttpDates {
    /// With names of its own: the JDK would load all that it knows of languages for them.
    private static final DateTimeFormatter FORM =
            new DateTimeFormatterBuilder()
                    .appendText(ChronoField.DAY_OF_WEEK, numbered("Mon Tue Wed Thu Fri Sat Sun"))
                    .appendPattern(", dd ")
                    .appendText(
                            ChronoField.MONTH_OF_YEAR,
                            numbered("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"))
                    .appendPattern(" yyyy HH:mm:ss 'GMT'")
                    .toFormatter(Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private static volatile Made last = new Made(Instant.MIN.getEpochSecond(), "");

    private HttpDates() {}

    private record Made(long second, String text) {}

    static String now() {
        return at(InstantSource.system().instant());
    }

    static String at(Instant now) {
        var made = last;
        if (made.second() != now.getEpochSecond()) {
            made = new Made(now.getEpochSecond(), FORM.format(now));
            last = made;
        }
        return made.text();
    }

    private static Map<Long, String> numbered(String names) {
        var numbers = new HashMap<Long, String>();
        for (var name : names.split(" ", -1)) {
            numbers.put(numbers.size() + 1L, name);
        }
        return numbers;
    }
}
