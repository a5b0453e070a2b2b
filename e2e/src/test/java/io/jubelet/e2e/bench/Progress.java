package io.jubelet.e2e.bench;

import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/// Lines that say how far a run is.
///
/// Thread: any.
final class Progress {
    private Progress() {}

    static void say(String text) {
        var now = LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
        System.out.println(now + " " + text);
    }
}
