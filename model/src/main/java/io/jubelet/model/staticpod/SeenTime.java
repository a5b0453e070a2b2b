package io.jubelet.model.staticpod;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// When a pod was first seen, as its annotation says it: in UTC, to the nanosecond.
///
/// Thread: any; pure.
///
/// Upstream: kubelet/types/types.go Timestamp, which writes the machine's own time zone.
public final class SeenTime {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSSX", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private SeenTime() {}

    public static String text(Instant seen) {
        return FORM.format(seen);
    }
}
