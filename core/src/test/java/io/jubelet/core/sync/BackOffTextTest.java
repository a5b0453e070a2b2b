package io.jubelet.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BackOffTextTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void readsWhatItWrote() {
        var backOff =
                RestartBackOff.NONE
                        .lengthened("app@image:1", START, START)
                        .lengthened("app@image:1", START, START)
                        .because("app@image:1", new Causes(Map.of("secret/a/b", "1", "c/d", "-")))
                        .lengthened("pull image:2", START, START.plusMillis(7));

        assertThat(BackOffText.read(BackOffText.write(backOff))).isEqualTo(backOff);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\u0000\u0001",
                "app",
                "app\t1",
                "app\tx\t1",
                "app\t-1\t1",
                "app\t99999999999999999999\t1",
                "app\t1\t1\t1"
            })
    void takesACorruptTextForAnEmptyOne(String text) {
        assertThat(BackOffText.read(text)).isEqualTo(RestartBackOff.NONE);
    }

    @Test
    void keepsTheGoodLinesOfADamagedText() {
        var backOff = RestartBackOff.NONE.lengthened("app", START, START);

        assertThat(BackOffText.read("garbage\n" + BackOffText.write(backOff))).isEqualTo(backOff);
    }
}
