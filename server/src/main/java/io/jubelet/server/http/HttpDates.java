package io.jubelet.server.http;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The date header, made once a second at most.
///
/// Thread: any.
final class HttpDates {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private static volatile Made last = new Made(Instant.MIN.getEpochSecond(), "");

    private HttpDates() {}

    private record Made(long second, String text) {}

    static String now() {
        var now = InstantSource.system().instant();
        var made = last;
        if (made.second() != now.getEpochSecond()) {
            made = new Made(now.getEpochSecond(), FORM.format(now));
            last = made;
        }
        return made.text();
    }
}
